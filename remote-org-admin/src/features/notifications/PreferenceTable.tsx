/** Table of switches by event and channel. */
import type { PreferenceChange } from '../../api/notificationPreferences';
import { CHANNELS, type Preferences } from '../../model/notificationPreferences';
import { CHANNEL_LABELS } from './texts';
import { NOTIFICATION_TYPE_NAMES, NOTIFICATION_TYPES } from '@hindsight/shared-contracts/rules';
import styles from './PreferenceTable.module.css';

interface PreferenceTableProps {
  preferences: Preferences;
  disabled: boolean;
  onChange(change: PreferenceChange): void;
}

/** One row per event, one column per channel. */
export function PreferenceTable({ preferences, disabled, onChange }: PreferenceTableProps) {
  return (
    <table className={styles.table} aria-label="Notification channels">
      <thead>
        <tr>
          <th scope="col">Event</th>
          {CHANNELS.map((channel) => (
            <th key={channel} scope="col" className={styles.channel}>
              {CHANNEL_LABELS[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {NOTIFICATION_TYPE_NAMES.map((type) => (
          <tr key={type}>
            <th scope="row" className={styles.event}>
              <span className={styles.title}>{NOTIFICATION_TYPES[type].title}</span>
              <span className={styles.when}>{NOTIFICATION_TYPES[type].when}</span>
            </th>
            {CHANNELS.map((channel) => (
              <td key={channel} className={styles.channel}>
                <input
                  type="checkbox"
                  role="switch"
                  className={styles.switch}
                  aria-label={`${NOTIFICATION_TYPES[type].title}: ${CHANNEL_LABELS[channel]}`}
                  checked={preferences[type][channel]}
                  disabled={disabled}
                  onChange={(event) => onChange({ type, channel, on: event.target.checked })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
