/** Tags of an optimization suggestion: priority and status. */
import type { OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import { Tag } from '@hindsight/shared-ui/core';
import { isCompleted, PRIORITIES } from '../../model/optimization';

export function PriorityTag({ priority }: Pick<OptimizationSuggestion, 'priority'>) {
  const display = PRIORITIES.find(({ value }) => value === priority);
  return display ? <Tag tone={display.tone}>{display.label} priority</Tag> : null;
}

/** Empty while the suggestion is pending. */
export function CompletedTag({ row, isUndone }: { row: OptimizationSuggestion; isUndone: boolean }) {
  if (!isCompleted(row)) return null;
  return (
    <>
      <Tag tone="good" icon="check">
        Completed
      </Tag>
      {isUndone && <Tag icon="restore">Undone</Tag>}
    </>
  );
}
