/** One suggestion of the center. */
import { Button, Icon } from '@hindsight/shared-ui/core';
import { ItemCard } from '@hindsight/shared-ui/data';
import { Checkbox } from '@hindsight/shared-ui/form';
import { shortId } from '../../model/block';
import { CARD_BLOCKS } from '../../model/limits';
import type { Optimization } from '../../model/optimization';
import { CompletedTag, PriorityTag, typeLook } from './OptimizationTags';
import styles from './OptimizationCard.module.css';

interface OptimizationCardProps {
  row: Optimization;
  selected: boolean;
  running: boolean;
  /** What was done was taken back on this page. */
  isUndone: boolean;
  /** Why it could not be carried out the last time; empty when it was not tried. */
  reason: string;
  /** Why it cannot be carried out now, or null. */
  problem: string | null;
  onToggle(id: string): void;
  onOpen(id: string): void;
  onExecute(row: Optimization): void;
}

/** Completed ones can be read, not selected or executed. */
export function OptimizationCard(props: OptimizationCardProps) {
  const { row, selected, running, isUndone, reason, problem, onToggle, onOpen, onExecute } = props;
  const look = typeLook(row.type);
  const more = row.blocks.length - CARD_BLOCKS;
  return (
    <ItemCard
      isSelected={selected}
      facts={
        <>
          {problem && !row.isCompleted && <span className={styles.problem}>{problem}</span>}
          <span className={styles.actions}>
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
          </span>
        </>
      }
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
        <CompletedTag isCompleted={row.isCompleted} isUndone={isUndone} />
      </div>
      <h2 className={styles.title}>
        <button type="button" className={styles.open} data-opens onClick={() => onOpen(row.id)}>
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
    </ItemCard>
  );
}
