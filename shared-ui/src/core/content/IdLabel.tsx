/** A shortened id that copies in full. */
import { CopyButton } from '../actions/CopyButton';
import styles from './IdLabel.module.css';

/** Visible characters of an id: the last ones, as everywhere in the product. */
export const ID_CHARACTERS = 8;

/** Eight monospace characters and a copy button; `label` names the kind of id, e.g. `Memory ID`. */
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
