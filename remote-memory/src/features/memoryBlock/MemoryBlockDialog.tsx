/** A memory over any page: `?block={id}`. */
import { Link, useLocation } from '@hindsight/shared-contracts/router';
import { useShell, type OverlayProps } from '@hindsight/shared-contracts/shell';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { Button, Dropdown } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { BLOCK_PARAM, blockPath, cameFrom } from '../../model/blockAddress';
import { wholeTitleOf } from '../../model/cardText';
import { actionItems } from '../blockActions/actionItems';
import { useActionProblems } from '../blockActions/useActionProblems';
import { useBlockActions } from '../blockActions/useBlockActions';
import { BlockBody, EditActions } from './BlockBody';
import trigger from '../parts/MenuTrigger.module.css';
import styles from './MemoryBlockDialog.module.css';
import { useBlockScreen } from './useBlockScreen';

function OpenBlock({ id, close }: { id: string; close(): void }) {
  const screen = useBlockScreen(id);
  const { block, isEditing } = screen;
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
          triggerClassName={`${trigger.button} ${trigger.text}`}
          placement="bottom-start"
          items={items}
        />
        <Link to={blockPath(id)} state={cameFrom(place)}>
          Open as a page
        </Link>
      </div>
      <Button danger disabled={problems.write} onClick={() => actions.remove(id)}>
        Delete
      </Button>
      <Button disabled={problems.write} onClick={screen.edit}>
        Edit
      </Button>
      <Button type="primary" onClick={close}>
        Close
      </Button>
    </>
  );
  return (
    <Modal
      title={block ? wholeTitleOf(block) : 'Memory block'}
      size="large"
      onClose={close}
      closeOnBackdrop={!isEditing}
      footer={
        !block ? (
          <Button onClick={close}>Close</Button>
        ) : isEditing ? (
          <EditActions screen={screen} />
        ) : (
          reading
        )
      }
    >
      <BlockBody screen={screen} />
      {dialogs}
    </Modal>
  );
}

/** Remounts for another memory or another workspace. */
export function MemoryBlockDialog({ params, close }: OverlayProps) {
  const { scope } = useShell();
  const id = params.get(BLOCK_PARAM)?.trim() ?? '';
  return <OpenBlock key={`${scopeKey(scope)} ${id}`} id={id} close={close} />;
}
