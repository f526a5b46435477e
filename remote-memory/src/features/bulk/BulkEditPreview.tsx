/** Preview of a bulk edit: the changes, the number of memories, and memories left unchanged. */
import type { BlockChange } from '@hindsight/shared-contracts/api';
import { mayManage, describeError } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Tag } from '@hindsight/shared-ui/core';
import { LostQuestionsNote } from '@hindsight/shared-ui/data';
import type { EditOutcome } from '../../api/editMemories';
import { UNCHANGED_REASONS } from '../../model/bulkEdit';
import { PROBLEM_NAMES } from '../../model/judgments';
import styles from './BulkDialog.module.css';
import { toPlannedChanges } from '../../model/bulk';
import { EDIT_TEXTS } from './texts';
import type { Named } from './useBulkEdit';

/** Maximum number of memories listed by name; more are counted. */
const NAMED = 20;

/** Changes of one memory, derived from its undo. */
function Changes({ row, undo }: { row: Named | undefined; undo: BlockChange }) {
  if (undo.kind === 'keywords')
    return (
      <span className={styles.tags}>
        {undo.add.map((text) => (
          <Tag key={text} tone="bad">
            <del>{text}</del>
          </Tag>
        ))}
        {undo.remove.map((text) => (
          <Tag key={text} tone="good">
            <ins>{text}</ins>
          </Tag>
        ))}
      </span>
    );
  return row?.problem ? <Tag tone="warn">{PROBLEM_NAMES[row.problem]}</Tag> : null;
}

/** Number of refused memories per reason. */
function listReasons({ failed }: EditOutcome): [string, number][] {
  const counts = new Map<string, number>();
  for (const { error } of failed)
    counts.set(describeError(error), (counts.get(describeError(error)) ?? 0) + 1);
  return [...counts];
}

interface BulkEditPreviewProps {
  change: BlockChange;
  rows: readonly Named[];
  outcome: EditOutcome;
}

export function BulkEditPreview({ change, rows, outcome }: BulkEditPreviewProps) {
  const { session } = useShell();
  const { succeeded, unchanged, undo } = outcome;
  const rowById = new Map(rows.map((row) => [row.id, row]));
  const rest = undo.length - NAMED;
  const target = change.kind === 'move' ? change.organization_id : null;
  const role = session.user?.memberships.find(({ organization_id: id }) => id === target)?.role;
  const isForGood = target && !mayManage({ isSuperadmin: session.user?.is_superadmin ?? false, role });
  return (
    <>
      <p role="status">
        <strong>
          {succeeded.length === 0 ? EDIT_TEXTS.nothing : EDIT_TEXTS.changes(succeeded.length, rows.length)}
        </strong>
      </p>
      {unchanged > 0 && <p>{EDIT_TEXTS.unchanged(unchanged, UNCHANGED_REASONS[change.kind])}</p>}
      {listReasons(outcome).map(([reason, count]) => (
        <p key={reason}>{EDIT_TEXTS.refused(count, reason)}</p>
      ))}
      {change.kind === 'move' && succeeded.length > 0 && (
        <p>
          {EDIT_TEXTS.moving} {isForGood && EDIT_TEXTS.movedForGood}
        </p>
      )}
      {change.kind === 'archive' && (
        <LostQuestionsNote
          changes={toPlannedChanges(
            'archive',
            succeeded.map(({ memory_block_id: id }) => id),
          )}
        />
      )}
      {undo.length > 0 && (
        <ul className={styles.changes} aria-label="Memories that will change">
          {undo.slice(0, NAMED).map(({ memory_block_id: id, change: back }) => {
            const row = rowById.get(id);
            return (
              <li key={id}>
                <span dir="auto">{row?.title ?? id}</span>
                <Changes row={row} undo={back} />
              </li>
            );
          })}
          {rest > 0 && <li>{EDIT_TEXTS.more(rest)}</li>}
        </ul>
      )}
    </>
  );
}
