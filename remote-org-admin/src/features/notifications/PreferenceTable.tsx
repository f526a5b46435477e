/** A table of switches for every event and channel. */
import type { PreferenceChange } from '../../api/notificationPreferences';
import { CHANNELS, EVENT_TYPES, type Preferences } from '../../model/notificationPreferences';
import { CHANNEL_LABELS, EVENT_TEXTS } from './texts';
import styles from './PreferenceTable.module.css';

interface PreferenceTableProps {
  preferences: Preferences;
  disabled: boolean;
  onChange(change: PreferenceChange): void;
}

/** One row for each event, one column for each channel. */
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
        {EVENT_TYPES.map((type) => (
          <tr key={type}>
            <th scope="row" className={styles.event}>
              <span className={styles.title}>{EVENT_TEXTS[type].title}</span>
              <span className={styles.when}>{EVENT_TEXTS[type].when}</span>
            </th>
            {CHANNELS.map((channel) => (
              <td key={channel} className={styles.channel}>
                <input
                  type="checkbox"
                  role="switch"
                  className={styles.switch}
                  aria-label={`${EVENT_TEXTS[type].title}: ${CHANNEL_LABELS[channel]}`}
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
