/** What works beside the requests and for them: search by meaning, retrieval counts. */
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config';
import { createRetrievalRecorder } from './search/retrievalRecorder';
import type { RetrievalRecorder } from './search/retrievalRecorder';
import { createSemantic } from './search/semantic';
import type { Semantic } from './search/semantic';
import type { Database } from './storage/database';

export interface Operations {
  retrievals: RetrievalRecorder;
  semantic: Semantic;
  /** Finishes what is under way; call it before the database is closed. */
  close: () => Promise<void>;
}

export function createOperations(
  { config, database }: { config: Config; database: Database },
  log: FastifyBaseLogger | undefined,
): Operations {
  const retrievals = createRetrievalRecorder(database, log);
  const semantic = createSemantic(config.embeddings, database, log);
  return {
    retrievals,
    semantic,
    close: async () => {
      await semantic.close();
      await retrievals.close();
    },
  };
}
