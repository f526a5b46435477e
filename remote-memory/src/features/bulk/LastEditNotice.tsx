/** Notice above the list that describes the last bulk edit and offers to undo it. */
import { Button, Icon, IconButton } from '@hindsight/shared-ui/core';
import styles from './BulkDialog.module.css';
import type { BulkEdit } from './useBulkEdit';

/** Stays until dismissed, undone or replaced by the next edit. */
export function LastEditNotice({ edit }: { edit: BulkEdit }) {
  const { lastEdit } = edit;
  return (
    <div role="status" className={styles.last}>
      {lastEdit && (
        <>
          <span>{lastEdit.text}.</span>
          <Button size="small" disabled={edit.state !== null} onClick={edit.undo}>
            Undo
          </Button>
          <IconButton label="Dismiss" size="small" onClick={edit.forget}>
            <Icon name="close" size={16} />
          </IconButton>
        </>
      )}
    </div>
  );
}
