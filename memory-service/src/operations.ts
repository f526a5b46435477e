/** What works beside the requests and for them: search by meaning, retrieval counts, rewriting, jobs. */
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config';
import { compactionSteps, keywordSteps } from './jobs/blockSteps';
import { consolidationSteps } from './jobs/consolidationSteps';
import { keywordApplicationSteps, pruningSteps } from './jobs/confirmedSteps';
import { organizationSteps } from './jobs/organizationSteps';
import { secretSteps } from './jobs/secretSteps';
import { createActivityRecorder } from './activity/recorder';
import { createJobRunner } from './jobs/runner';
import { createLanguageModel } from './llm/languageModel';
import { createJudge } from './curation/judge';
import { createRewriter } from './curation/rewriter';
import { createEventHub } from './events/hub';
import { createRetrievalRecorder } from './search/retrievalRecorder';
import { createSemantic } from './search/semantic';
import { limited } from './storage/database';
import type { Database } from './storage/database';
import { tokenLedger } from './storage/languageModelUsage';
import { createVersionedCache } from './storage/stampedCache';
import { deleteOldEdits } from './storage/bulkEdits';
import { deleteOldGrants } from './storage/deviceGrants';
import { deleteOldOauthRecords } from './storage/oauthRecords';
import { deleteOldKeywordChanges } from './storage/keywordChanges';
import { indexOlderLetters } from './storage/olderLetters';
import { foldTerms } from './storage/searchTerms';
import type { Chores } from './storage/maintenance';
import type { Operations } from './http/services';

/** What features have done periodically. */
export const CHORES: Chores = {
  upgrades: [indexOlderLetters],
  folds: [{ table: 'search_term_changes', fold: foldTerms }],
  cleanups: [deleteOldGrants, deleteOldOauthRecords, deleteOldKeywordChanges, deleteOldEdits],
};

/** Totals, hits and summaries that one process remembers. */
const MAX_CACHED = 1000;

export function createOperations(
  { config, database }: { config: Config; database: Database },
  log: FastifyBaseLogger | undefined,
): Operations {
  const retrievals = createRetrievalRecorder(database, log);
  const activity = createActivityRecorder(database, log);
  const semantic = createSemantic(
    config.embeddings,
    { database, isEmbedded: config.databaseUrl === undefined },
    log,
  );
  const model = config.llm && createLanguageModel(config.llm, tokenLedger(database), log);
  const rewriter = createRewriter(model);
  const forJobs = limited(database, 'job');
  const kinds = {
    bulk_compaction: compactionSteps(forJobs, rewriter),
    bulk_keywords: keywordSteps(forJobs, rewriter),
    consolidation: consolidationSteps(forJobs, rewriter),
    bulk_apply_keywords: keywordApplicationSteps(),
    pruning: pruningSteps(),
    organization_move: organizationSteps(forJobs),
    organization_delete: organizationSteps(forJobs),
    secret_scan: secretSteps(forJobs),
  };
  const jobs = createJobRunner({ config, database: forJobs, kinds, log });
  return {
    retrievals,
    activity,
    semantic,
    rewriter,
    judge: model && createJudge(model),
    jobs,
    events: createEventHub({ config, database }, log),
    remembered: createVersionedCache(MAX_CACHED),
    close: async () => {
      await jobs.close();
      await semantic.close();
      await retrievals.close();
      await activity.close();
    },
  };
}
