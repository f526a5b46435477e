/** A memory next to any page: `?block={id}`. */
import { Link, useLocation } from '@hindsight/shared-contracts/router';
import { useShell, type OverlayProps } from '@hindsight/shared-contracts/shell';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { Button, Dropdown, Icon, IconButton } from '@hindsight/shared-ui/core';
import { Peek } from '@hindsight/shared-ui/dialog';
import { BLOCK_PARAM, blockPath, findReturnList } from '../../model/blockAddress';
import { fullTitle } from '../../model/cardText';
import { actionItems, idItems } from '../blockActions/actionItems';
import { useActionProblems } from '../blockActions/useActionProblems';
import { useBlockActions } from '../blockActions/useBlockActions';
import { BlockBody, EditActions } from './BlockBody';
import trigger from '../parts/MenuTrigger.module.css';
import styles from './MemoryBlockDialog.module.css';
import { useBlockScreen } from './useBlockScreen';
import { useNeighbors } from './useNeighbors';

function OpenBlock({ id, close }: { id: string; close(): void }) {
  const screen = useBlockScreen(id);
  const { block, isEditing } = screen;
  const problems = useActionProblems();
  const { actions, dialogs } = useBlockActions({ onGone: close });
  const place = useLocation();
  const { toasts } = useShell();
  const { previous, next, giveFocusBack } = useNeighbors(id, isEditing);
  const leave = () => {
    giveFocusBack();
    close();
  };
  const items = block
    ? [
        ...actionItems(block.id, actions, problems, block.archived).filter(({ key }) => key !== 'delete'),
        ...idItems(block, toasts),
      ]
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
        <Link to={blockPath(id)} state={findReturnList(place)}>
          Open as a page
        </Link>
      </div>
      <Button danger disabled={problems.write} onClick={() => actions.remove(id)}>
        Delete
      </Button>
      <Button type="primary" disabled={problems.write} onClick={screen.edit}>
        Edit
      </Button>
    </>
  );
  return (
    <Peek
      title={block ? fullTitle(block) : 'Memory block'}
      onClose={leave}
      tools={
        (previous || next) && (
          <>
            <IconButton
              label="Previous memory"
              aria-keyshortcuts="k"
              disabled={!previous}
              onClick={() => previous?.()}
            >
              <Icon name="chevron-left" />
            </IconButton>
            <IconButton label="Next memory" aria-keyshortcuts="j" disabled={!next} onClick={() => next?.()}>
              <Icon name="chevron-right" />
            </IconButton>
          </>
        )
      }
      footer={block && (isEditing ? <EditActions screen={screen} /> : reading)}
    >
      <BlockBody screen={screen} />
      {dialogs}
    </Peek>
  );
}

/** Remounts for another memory or workspace. */
export function MemoryBlockDialog({ params, close }: OverlayProps) {
  const { scope } = useShell();
  const id = params.get(BLOCK_PARAM)?.trim() ?? '';
  return <OpenBlock key={`${scopeKey(scope)} ${id}`} id={id} close={close} />;
}
