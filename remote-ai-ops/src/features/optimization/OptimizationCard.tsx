/** One suggestion of the center. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import type { OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import { Alert, Button, Icon, ItemCard } from '@hindsight/shared-ui/core';
import { PlainCheckbox } from '@hindsight/shared-ui/data';
import { shortId } from '../../model/block';
import { CARD_BLOCKS } from '../../model/limits';
import { isCompleted, TYPES } from '../../model/optimization';
import { CompletedTag, PriorityTag } from './OptimizationTags';
import { optimizationTexts as texts } from './texts';
import layout from '../review/layout.module.css';
import styles from './OptimizationCard.module.css';

interface OptimizationCardProps {
  row: OptimizationSuggestion;
  selected: boolean;
  running: boolean;
  /** It was executed and undone on this page. */
  isUndone: boolean;
  /** Why the last execution failed; empty without one. */
  reason: string;
  /** Why it cannot be executed now, or null. */
  problem: string | null;
  onToggle(id: string): void;
  /** Opens the details. */
  onOpen(id: string): void;
}

/** Execute opens the details, which show the result first. Completed ones can be read, not selected or executed. */
export function OptimizationCard(props: OptimizationCardProps) {
  const { row, selected, running, isUndone, reason, problem, onToggle, onOpen } = props;
  const { label, icon } = TYPES[row.type];
  const isDone = isCompleted(row);
  const ids = row.all_affected_blocks;
  const more = ids.length - CARD_BLOCKS;
  return (
    <ItemCard
      isSelected={selected}
      facts={
        <>
          {problem && !isDone && <span className={styles.problem}>{problem}</span>}
          <span className={styles.actions}>
            {(isDone || problem) && (
              <Button size="small" onClick={() => onOpen(row.id)}>
                Details
              </Button>
            )}
            {!isDone && (
              <Button
                size="small"
                type="primary"
                loading={running}
                disabled={problem}
                onClick={() => onOpen(row.id)}
              >
                Execute
              </Button>
            )}
          </span>
        </>
      }
    >
      <div className={styles.head}>
        <PlainCheckbox
          label={texts.select(row.title)}
          value={selected}
          disabled={isDone}
          onChange={() => onToggle(row.id)}
        />
        <span className={styles.type}>
          <Icon name={icon} size={18} /> {label}
        </span>
        <PriorityTag priority={row.priority} />
        <CompletedTag row={row} isUndone={isUndone} />
      </div>
      <h2 className={styles.title}>
        <button type="button" className={layout.open} data-opens onClick={() => onOpen(row.id)}>
          {row.title}
        </button>
      </h2>
      <p className={styles.text}>{isDone ? row.results?.summary || row.description : row.description}</p>
      {row.estimated_impact && !isDone && <p className={styles.impact}>{row.estimated_impact}</p>}
      {ids.length > 0 && (
        <ul className={styles.blocks} aria-label={texts.affected}>
          {ids.slice(0, CARD_BLOCKS).map((id) => (
            <li key={id}>
              <code translate="no" title={id}>
                {shortId(id)}
              </code>
            </li>
          ))}
          {more > 0 && <li className={styles.more}>+{formatNumber(more)} more</li>}
        </ul>
      )}
      {reason && <Alert>{reason}</Alert>}
    </ItemCard>
  );
}
