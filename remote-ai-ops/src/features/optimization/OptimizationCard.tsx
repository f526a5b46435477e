/** One suggestion of the center. */
import { Button, Icon, Tag } from '@hindsight/shared-ui/core';
import { Checkbox } from '@hindsight/shared-ui/form';
import { shortId } from '../../model/block';
import { CARD_BLOCKS } from '../../model/limits';
import { PRIORITIES, TYPES, type Optimization } from '../../model/optimization';
import styles from './OptimizationCard.module.css';

interface OptimizationCardProps {
  row: Optimization;
  selected: boolean;
  running: boolean;
  /** Why it could not be carried out the last time; empty when it was not tried. */
  reason: string;
  /** Why it cannot be carried out now, or null. */
  problem: string | null;
  onToggle(id: string): void;
  onOpen(id: string): void;
  onExecute(row: Optimization): void;
}

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

/** Completed ones can be read, not selected or executed. */
export function OptimizationCard(props: OptimizationCardProps) {
  const { row, selected, running, reason, problem, onToggle, onOpen, onExecute } = props;
  const look = typeLook(row.type);
  const more = row.blocks.length - CARD_BLOCKS;
  return (
    <article
      className={styles.card}
      data-selected={selected || undefined}
      data-completed={row.isCompleted || undefined}
    >
      <div className={styles.head}>
        <Checkbox
          label={`Select ${row.title}`}
          hideLabel
          value={selected}
          disabled={row.isCompleted}
          onChange={() => onToggle(row.id)}
        />
        <span className={styles.type}>
          <Icon name={look.icon} size={18} /> {look.label}
        </span>
        <PriorityTag priority={row.priority} />
        {row.isCompleted && (
          <Tag tone="good" icon="check">
            Completed
          </Tag>
        )}
      </div>
      <h2 className={styles.title}>
        <button type="button" className={styles.open} onClick={() => onOpen(row.id)}>
          {row.title}
        </button>
      </h2>
      <p className={styles.text}>
        {row.isCompleted ? row.results?.summary || row.description : row.description}
      </p>
      {row.impact && !row.isCompleted && <p className={styles.impact}>{row.impact}</p>}
      {row.blocks.length > 0 && (
        <ul className={styles.blocks} aria-label="Affected memories">
          {row.blocks.slice(0, CARD_BLOCKS).map((id) => (
            <li key={id}>
              <code title={id}>{shortId(id)}</code>
            </li>
          ))}
          {more > 0 && <li className={styles.more}>+{more.toLocaleString()} more</li>}
        </ul>
      )}
      {reason && (
        <p role="alert" className={styles.reason}>
          {reason}
        </p>
      )}
      <div className={styles.foot}>
        {problem && !row.isCompleted && <span className={styles.problem}>{problem}</span>}
        <Button size="small" onClick={() => onOpen(row.id)}>
          Details
        </Button>
        {!row.isCompleted && (
          <Button
            size="small"
            type="primary"
            loading={running}
            disabled={problem !== null}
            onClick={() => onExecute(row)}
          >
            Execute
          </Button>
        )}
      </div>
    </article>
  );
}
