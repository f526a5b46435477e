/** Switch of the weekly digest; hidden when the service does not send email. */
import { useDigest, useSetDigest } from '../../api/notificationPreferences';
import styles from './PreferenceTable.module.css';
import { settingsTexts as texts } from './texts';

/** @param onSaved called with the outcome of each change. */
export function DigestSwitch({ onSaved }: { onSaved(isSuccess: boolean): void }) {
  const { data } = useDigest();
  const { mutate } = useSetDigest();
  if (!data?.is_possible) return null;
  return (
    <label className={styles.digest}>
      <span className={styles.event}>
        <span className={styles.title}>{texts.digest}</span>
        <span className={styles.when}>
          {texts.digestWhen}
          {data.is_on && data.next_at && ` ${texts.digestNext(data.next_at)}`}
        </span>
      </span>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        aria-label={texts.digest}
        checked={data.is_on}
        onChange={(event) =>
          mutate(event.target.checked, { onSuccess: () => onSaved(true), onError: () => onSaved(false) })
        }
      />
    </label>
  );
}
