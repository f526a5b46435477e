/** A memory block over whatever page is open: `?block={id}`. */
import { Link, useLocation } from '@hindsight/shared-contracts/router';
import { useShell, type OverlayProps } from '@hindsight/shared-contracts/shell';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { Button, Dropdown } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { BLOCK_PARAM, blockPath, cameFrom } from '../../model/blockAddress';
import { titleOf } from '../../model/cardText';
import { actionItems } from '../blockActions/actionItems';
import { useActionProblems } from '../blockActions/useActionProblems';
import { useBlockActions } from '../blockActions/useBlockActions';
import { BlockEditor } from './BlockEditor';
import { BlockLoading } from './BlockLoading';
import { BlockTabs } from './BlockTabs';
import styles from './MemoryBlockDialog.module.css';
import { useBlockScreen } from './useBlockScreen';

function OpenBlock({ id, close }: { id: string; close(): void }) {
  const screen = useBlockScreen(id);
  const { block, query, isEditing, editor, formId } = screen;
  const problems = useActionProblems();
  const { actions, dialogs } = useBlockActions({ onGone: close });
  const place = useLocation();
  const items = block
    ? actionItems(block.id, actions, problems, block.archived).filter(({ key }) => key !== 'delete')
    : [];

  const reading = (
    <>
      <div className={styles.aside}>
        <Dropdown
          label="More actions"
          trigger="More"
          triggerClassName={styles.more}
          placement="bottom-start"
          items={items}
        />
        <Link to={blockPath(id)} state={cameFrom(place)}>
          Open as a page
        </Link>
      </div>
      <Button
        danger
        disabled={problems.write !== null}
        title={problems.write ?? undefined}
        onClick={() => actions.remove(id)}
      >
        Delete
      </Button>
      <Button disabled={problems.write !== null} title={problems.write ?? undefined} onClick={screen.edit}>
        Edit
      </Button>
      <Button type="primary" onClick={close}>
        Close
      </Button>
    </>
  );
  const editing = (
    <>
      <Button onClick={() => void screen.cancelEdit()} disabled={editor.saving}>
        Cancel
      </Button>
      <Button type="primary" htmlType="submit" form={formId} loading={editor.saving} disabled={!editor.dirty}>
        Save Changes
      </Button>
    </>
  );
  return (
    <Modal
      title={block ? titleOf(block) : 'Memory block'}
      size="large"
      onClose={close}
      closeOnBackdrop={!isEditing}
      footer={!block ? <Button onClick={close}>Close</Button> : isEditing ? editing : reading}
    >
      {!block ? (
        <BlockLoading
          error={query.error}
          isNoId={screen.isNoId}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : isEditing ? (
        <BlockEditor
          block={block}
          formId={formId}
          onState={screen.onEditorState}
          onSaved={screen.leaveEdit}
        />
      ) : (
        <BlockTabs block={block} agentName={screen.agentName} />
      )}
      {dialogs}
    </Modal>
  );
}

/** Another block or another workspace starts anew. */
export function MemoryBlockDialog({ params, close }: OverlayProps) {
  const { scope } = useShell();
  const id = params.get(BLOCK_PARAM)?.trim() ?? '';
  return <OpenBlock key={`${scopeKey(scope)} ${id}`} id={id} close={close} />;
}
