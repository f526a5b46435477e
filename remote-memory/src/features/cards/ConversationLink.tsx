/** A conversation's short ID: a link to its page and a button that copies the ID. */
import { Link } from '@hindsight/shared-contracts/router';
import { CopyButton } from '@hindsight/shared-ui/core';
import { conversationPath } from '../../model/blockAddress';
import link from './BlockLink.module.css';
import styles from './ConversationLink.module.css';

export function ConversationLink({ id }: { id: string }) {
  return (
    <span className={styles.name}>
      <Link className={link.link} to={conversationPath(id)} title={id}>
        <code translate="no">{id.slice(-8)}</code>
      </Link>
      <CopyButton text={id} label={`Copy conversation ID ${id.slice(-8)}`} size="small" />
    </span>
  );
}
