/** The page `/memory-blocks/{id}`: read, edit or print one memory block. */
import { useCallback, useMemo } from 'react';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { Link, useLocation, useNavigate, useParams } from '@hindsight/shared-contracts/router';
import { usePageHeader, useShell } from '@hindsight/shared-contracts/shell';
import { Button, Dropdown, Icon, VisuallyHidden } from '@hindsight/shared-ui/core';
import { listPath } from '../../model/blockAddress';
import { fullTitle } from '../../model/cardText';
import { actionItems } from '../blockActions/actionItems';
import { DELETE_QUESTION } from '../blockActions/texts';
import { useActionProblems } from '../blockActions/useActionProblems';
import { useBlockActions } from '../blockActions/useBlockActions';
import { BlockBody, EditActions } from './BlockBody';
import trigger from '../parts/MenuTrigger.module.css';
import styles from './MemoryBlockPage.module.css';
import { useBlockScreen } from './useBlockScreen';

function BlockPage({ id }: { id: string }) {
  const screen = useBlockScreen(id);
  const { block, isEditing } = screen;
  const navigate = useNavigate();
  const problems = useActionProblems();
  const list = listPath(useLocation().state);
  const leave = useCallback(() => void navigate(list), [navigate, list]);
  const { actions, dialogs } = useBlockActions({ onGone: leave, deleteQuestion: DELETE_QUESTION });
  const title = block ? fullTitle(block) : 'Memory block';
  usePageHeader(useMemo(() => ({ title, description: 'The lesson, its source and its history' }), [title]));

  const backToList = (
    <Link className={styles.back} to={list}>
      <Icon name="chevron-left" size={16} />
      Back to List
    </Link>
  );
  const reading = (
    <>
      <Button disabled={problems.write} onClick={screen.edit}>
        Edit
      </Button>
      <Button danger disabled={problems.write} onClick={() => actions.remove(id)}>
        Delete
      </Button>
      {block && (
        <Dropdown
          label="More actions"
          trigger={<Icon name="more" />}
          triggerClassName={trigger.button}
          items={actionItems(block.id, actions, problems, block.archived).filter(
            ({ key }) => key !== 'delete',
          )}
        />
      )}
    </>
  );
  return (
    <div className={styles.page} data-memory>
      <div className={styles.bar}>
        {backToList}
        {block && (
          <div className={styles.actions}>{isEditing ? <EditActions screen={screen} /> : reading}</div>
        )}
      </div>
      <div className={styles.block}>
        <VisuallyHidden as="h2">Memory</VisuallyHidden>
        <BlockBody screen={screen} action={backToList} />
      </div>
      {dialogs}
    </div>
  );
}

/** Remounts for another memory or workspace. */
export function MemoryBlockPage() {
  const { scope } = useShell();
  const { id = '' } = useParams();
  return <BlockPage key={`${scopeKey(scope)} ${id}`} id={id} />;
}
