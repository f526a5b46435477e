/** What is known about a proposal, as names with their values. */
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import type { ReactNode } from 'react';
import { pruningTexts } from '../pruning/texts';
import styles from './ReviewFacts.module.css';

type Fact = readonly [name: string, value: ReactNode];

/** Whose memory it is, and how it has been used; none of one that is not there. */
export const factsOfMemory = (block: MemoryBlock | undefined): Fact[] =>
  block
    ? [
        ['Agent', block.agent_name],
        ['Feedback', block.feedback_score === null ? 'Not rated' : `${block.feedback_score}/100`],
        ['Retrieved', pruningTexts.review.retrieved(block.retrieval_count)],
      ]
    : [];

/** Facts without a value are left out. */
export function ReviewFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) =>
        value === '' || value === null || value === undefined || value === false ? null : (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
