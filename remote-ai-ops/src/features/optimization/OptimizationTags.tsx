/** The tags of an optimization suggestion: what kind, how urgent, how far. */
import { Tag } from '@hindsight/shared-ui/core';
import { PRIORITIES, TYPES } from '../../model/optimization';

/** Name and sign of a type; one that is not known keeps its own word. */
export function typeLook(type: string) {
  return (
    Object.entries(TYPES).find(([known]) => known === type)?.[1] ?? {
      label: type || 'Other',
      icon: 'info' as const,
    }
  );
}

/** Tag of a priority; one that is not known keeps its own word. */
export function PriorityTag({ priority }: { priority: string }) {
  if (priority === '') return null;
  const known = PRIORITIES.find(({ value }) => value === priority);
  return <Tag tone={known?.tone ?? 'neutral'}>{known ? `${known.label} priority` : priority}</Tag>;
}

/** Nothing while it is pending. */
export function CompletedTag({ isCompleted, isUndone }: { isCompleted: boolean; isUndone: boolean }) {
  if (!isCompleted) return null;
  return (
    <>
      <Tag tone="good" icon="check">
        Completed
      </Tag>
      {isUndone && <Tag icon="restore">Undone</Tag>}
    </>
  );
}
