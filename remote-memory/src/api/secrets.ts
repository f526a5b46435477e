/** Requests for secrets in memories. */
import type { ImportRow, Job, SecretMode, SecretState } from '@hindsight/shared-contracts/api';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { placedQuery, placedRows } from '@hindsight/shared-ui/places';
import type { WriteContext } from './memoryWrites';

/** First segment of the query keys, without the scope. */
const SECRETS = 'secrets';

export const SECRETS_PAGE_SIZE = 50;

/** One page of findings. */
export function useSecretFindings(state: SecretState, page: number, place: string | undefined) {
  const range = { skip: (page - 1) * SECRETS_PAGE_SIZE, limit: SECRETS_PAGE_SIZE };
  const query = { state, ...placedQuery(range, place) };
  return useScopedQuery({
    key: [SECRETS, 'findings', query],
    load: async (api, signal) => {
      const { items, total_items: total } = await api.call('GET /secret-findings/', { query, signal });
      return placedRows({ items, total }, SECRETS_PAGE_SIZE, place);
    },
    keepPrevious: true,
  });
}

/** How the workspace handles secrets. */
export function useSecretPolicy() {
  return useScopedQuery({
    key: [SECRETS, 'policy'],
    load: (api, signal) => api.call('GET /secret-policy', { signal }),
  });
}

export const setSecretMode = ({ api, scope }: WriteContext, mode: SecretMode) =>
  api.call('PUT /secret-policy', { body: { mode }, scope });

export const decideSecret = ({ api, scope }: WriteContext, id: string, state: SecretState) =>
  api.call('PATCH /secret-findings/{id}', { params: { id }, body: { state }, scope });

/** Checks texts for secrets before they are saved. */
export const checkForSecrets = (
  { api, scope }: WriteContext,
  texts: { content?: string; lessons_learned?: string; errors?: string },
) => api.call('POST /secret-findings/check', { body: { texts }, scope });

/** Checks rows of an import for secrets: at most as many as one import request accepts. */
export const checkRowsForSecrets = ({ api, scope }: WriteContext, rows: ImportRow[], signal: AbortSignal) =>
  api.call('POST /secret-findings/check', { body: { rows }, scope, signal });

const POLL_MS = 1000;

/** Scans all memories of the workspace; resolves when the job ends. */
export async function scanForSecrets({ api, scope }: WriteContext): Promise<Job> {
  let job = await api.call('POST /secret-findings/scan', { scope });
  while (job.status === 'queued' || job.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    job = await api.call('GET /jobs/{id}', { params: { id: job.job_id }, scope: false });
  }
  return job;
}
