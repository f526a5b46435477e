/** What is said against a memory: its mark with the reason, or the memory that replaces it. */
import { Button } from '@hindsight/shared-ui/core';
import { useFeedback } from '../../api/feedback';
import { PROBLEM_NAMES, findSuccessor } from '../../model/judgments';
import type { Memory } from '../../model/memory';
import { BlockLink } from '../cards/BlockLink';
import styles from './JudgmentBar.module.css';
import { NO_REASON, REPLACES, supersededBy } from './texts';

interface MarkNoticeProps {
  block: Memory;
  /** Why nothing may be changed; null where it may. */
  problem: string | null;
  onResolve(): void;
}

/** Nothing where nothing is wrong. */
export function MarkNotice({ block, problem, onResolve }: MarkNoticeProps) {
  const log = useFeedback(block.id, block.problem !== null);
  const successor = findSuccessor(block);
  const reason = log.data?.items.find((entry) => entry.problem === block.problem)?.details;
  return (
    <>
      {successor !== null && (
        <p className={styles.notice}>
          <span>{supersededBy}</span>
          <BlockLink id={successor}>Open the newer memory</BlockLink>
        </p>
      )}
      {block.superseded.length > 0 && (
        <ul className={styles.replaced} aria-label={REPLACES}>
          {block.superseded.map(({ id, title }) => (
            <li key={id}>
              {REPLACES} <BlockLink id={id}>{title || 'an empty memory'}</BlockLink>
            </li>
          ))}
        </ul>
      )}
      {block.problem !== null && (
        <div className={styles.notice}>
          <span dir="auto">
            <strong>{PROBLEM_NAMES[block.problem]}.</strong> {log.data && (reason || NO_REASON)}
          </span>
          <Button size="small" disabled={problem} onClick={onResolve}>
            Remove mark
          </Button>
        </div>
      )}
    </>
  );
}
