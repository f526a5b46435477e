/** Background services behind the requests: semantic search, retrieval counts, rewriting, jobs. */
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../platform/config/config';
import {
  compactionSteps,
  keywordSteps,
  consolidationSteps,
  keywordApplicationSteps,
  pruningSteps,
  createJudge,
  createRewriter,
} from '../features/curation';
import { organizationSteps } from '../features/bulkOperations';
import { secretSteps } from '../features/secretFindings';
import { createActivityRecorder } from '../features/agentActivity';
import { createJobRunner } from '../platform/jobs/runner';
import { createLanguageModel } from '../platform/languageModel/languageModel';
import { createEventHub } from '../platform/events/hub';
import { createRetrievalRecorder, deleteOldEdits } from '../features/memory';
import { createSemantic, indexOlderLetters, foldTerms } from '../features/search';
import { withStatementLimit } from '../platform/database/database';
import type { Database } from '../platform/database/database';
import { tokenLedger } from '../platform/languageModel/languageModelUsage';
import { deleteOldSessions } from '../platform/auth/endedSessions';
import { createVersionedCache } from '../platform/database/stampedCache';
import { deleteOldGrants } from '../features/tokens';
import { deleteOldOauthRecords } from '../features/oauth';
import { deleteOldKeywordChanges } from '../features/keywords';
import type { Chores } from '../platform/database/maintenance';
import type { Operations } from '../platform/http/services';

/** Periodic maintenance work of the features. */
export const CHORES: Chores = {
  upgrades: [indexOlderLetters],
  folds: [{ table: 'search_term_changes', fold: foldTerms }],
  cleanups: [
    deleteOldSessions,
    deleteOldGrants,
    deleteOldOauthRecords,
    deleteOldKeywordChanges,
    deleteOldEdits,
  ],
};

/** Entries per cache of one process: totals, hits and summaries. */
const MAX_CACHED = 1000;

export function createOperations(
  { config, database, encoderFile }: { config: Config; database: Database; encoderFile?: string },
  log: FastifyBaseLogger | undefined,
): Operations {
  const retrievals = createRetrievalRecorder(database, log);
  const activity = createActivityRecorder(database, log);
  const semantic = createSemantic(
    config.embeddings,
    {
      database,
      isEmbedded: config.databaseUrl === undefined,
      questionTimeoutMs: config.questionTimeoutMs,
      encoderFile,
    },
    log,
  );
  const model = config.llm && createLanguageModel(config.llm, tokenLedger(database), log);
  const rewriter = createRewriter(model);
  const forJobs = withStatementLimit(database, 'job');
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
