/** An id short enough to read, whole when copied. */
import { CopyButton } from '../actions/CopyButton';
import styles from './IdLabel.module.css';

/** Characters of an id that are shown: its last ones, as everywhere in the product. */
export const ID_CHARACTERS = 8;

/** Eight mono characters and a copy button; `label` names the kind of id, e.g. `Memory ID`. */
export function IdLabel({ id, label, onCopied }: { id: string; label: string; onCopied?: () => void }) {
  return (
    <span className={styles.id}>
      <code translate="no" title={id}>
        {id.slice(-ID_CHARACTERS)}
      </code>
      <CopyButton text={id} label={`Copy ${label}`} size="small" onCopied={onCopied} />
    </span>
  );
}
