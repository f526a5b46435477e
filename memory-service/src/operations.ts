/** What works beside the requests and for them: search by meaning, retrieval counts, rewriting, jobs. */
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config';
import { compactionSteps, keywordSteps } from './jobs/blockSteps';
import { consolidationSteps } from './jobs/consolidationSteps';
import { keywordApplicationSteps, pruningSteps } from './jobs/decidedSteps';
import { organizationSteps } from './jobs/organizationSteps';
import { createJobRunner } from './jobs/runner';
import type { JobRunner } from './jobs/runner';
import { createLanguageModel } from './llm/languageModel';
import { createJudge } from './rewriting/judge';
import type { Judge } from './rewriting/judge';
import { createRewriter } from './rewriting/rewriter';
import type { Rewriter } from './rewriting/rewriter';
import { createRetrievalRecorder } from './search/retrievalRecorder';
import type { RetrievalRecorder } from './search/retrievalRecorder';
import { createSemantic } from './search/semantic';
import type { Semantic } from './search/semantic';
import type { Database } from './storage/database';
import { tokenLedger } from './storage/languageModelUsage';
import { createStampedCache } from './storage/stampedCache';
import type { StampedCache } from './storage/stampedCache';

/** Totals, hits and summaries that one process remembers. */
const REMEMBERED = 1000;

export interface Operations {
  retrievals: RetrievalRecorder;
  semantic: Semantic;
  rewriter: Rewriter;
  /** Absent without a language model: then the rules decide alone. */
  judge: Judge | undefined;
  jobs: JobRunner;
  /** Answers that hold while their workspace does not change. */
  remembered: StampedCache;
  /** Finishes what is under way; call it before the database is closed. */
  close: () => Promise<void>;
}

export function createOperations(
  { config, database }: { config: Config; database: Database },
  log: FastifyBaseLogger | undefined,
): Operations {
  const retrievals = createRetrievalRecorder(database, log);
  const semantic = createSemantic(config.embeddings, database, log);
  const model = config.llm && createLanguageModel(config.llm, tokenLedger(database));
  const rewriter = createRewriter(model);
  const kinds = {
    bulk_compaction: compactionSteps(database, rewriter),
    bulk_keywords: keywordSteps(database, rewriter),
    consolidation: consolidationSteps(database, rewriter),
    bulk_apply_keywords: keywordApplicationSteps(),
    pruning: pruningSteps(),
    organization_move: organizationSteps(),
    organization_delete: organizationSteps(),
  };
  const jobs = createJobRunner({ config, database, kinds, log });
  return {
    retrievals,
    semantic,
    rewriter,
    judge: model && createJudge(model),
    jobs,
    remembered: createStampedCache(REMEMBERED),
    close: async () => {
      await jobs.close();
      await semantic.close();
      await retrievals.close();
    },
  };
}
