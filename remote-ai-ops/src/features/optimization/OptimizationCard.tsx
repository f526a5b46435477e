/** One suggestion of the optimization center. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import type { OptimizationSuggestion } from '@hindsight/shared-contracts/api';
import { Alert, Button, Fact } from '@hindsight/shared-ui/core';
import { shortId } from '../../model/block';
import { CARD_BLOCKS } from '../../model/limits';
import { isCompleted, TYPES } from '../../model/optimization';
import { ProposalRow } from '../review/ProposalRow';
import { CompletedTag, PriorityTag } from './OptimizationTags';
import { optimizationTexts as texts } from './texts';
import styles from './OptimizationCard.module.css';

interface OptimizationCardProps {
  row: OptimizationSuggestion;
  selected: boolean;
  running: boolean;
  /** Executed and undone on this page. */
  isUndone: boolean;
  /** Why the last execution failed; empty if it did not. */
  reason: string;
  /** Why it cannot be executed now, or null. */
  problem: string | null;
  onToggle(id: string): void;
  onOpen(id: string): void;
}

/** Execute opens the details, which preview the result. Completed suggestions are read-only. */
export function OptimizationCard(props: OptimizationCardProps) {
  const { row, selected, running, isUndone, reason, problem, onToggle, onOpen } = props;
  const { label, icon } = TYPES[row.type];
  const isDone = isCompleted(row);
  const ids = row.all_affected_blocks;
  const more = ids.length - CARD_BLOCKS;
  const open = () => onOpen(row.id);
  return (
    <ProposalRow
      title={row.title}
      text={(isDone && row.results?.summary) || row.description}
      isSelected={selected}
      onToggle={isDone ? undefined : () => onToggle(row.id)}
      onOpen={open}
      facts={
        <>
          <Fact icon={icon}>{label}</Fact>
          {row.estimated_impact && !isDone && <span>{row.estimated_impact}</span>}
          {ids.length > 0 && (
            <ul className={styles.blocks} aria-label={texts.affected}>
              {ids.slice(0, CARD_BLOCKS).map((id) => (
                <li key={id}>
                  <code translate="no" title={id}>
                    {shortId(id)}
                  </code>
                </li>
              ))}
              {more > 0 && <li>+{formatNumber(more)} more</li>}
            </ul>
          )}
        </>
      }
      end={
        <>
          {problem && !isDone && <span>{problem}</span>}
          <PriorityTag priority={row.priority} />
          <CompletedTag row={row} isUndone={isUndone} />
          {(isDone || problem) && (
            <Button size="small" onClick={open}>
              Details
            </Button>
          )}
          {!isDone && (
            <Button size="small" loading={running} disabled={problem} onClick={open}>
              Execute
            </Button>
          )}
        </>
      }
    >
      {reason && <Alert>{reason}</Alert>}
    </ProposalRow>
  );
}
