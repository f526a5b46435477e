/** What a person should know of a memory before they decide about it. */
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import { pruningTexts } from '../pruning/texts';
import type { Fact } from '../review/ReviewFacts';

/** Whose memory it is, and how it has been used; none of one that is not there. */
export const factsOfMemory = (block: MemoryBlock | undefined): Fact[] =>
  block
    ? [
        ['Agent', block.agent_name],
        ['Feedback', block.feedback_score === null ? 'Not rated' : `${block.feedback_score}/100`],
        ['Retrieved', pruningTexts.review.retrieved(block.retrieval_count)],
      ]
    : [];
