/** Changes that another service carries out differently, in part, or not at all. */
import { ApiError, UnexpectedAnswerError } from '../api/client/errors';
import { eachOf, everyRow } from './rows';
import { fieldsOf } from './conform';
import { unsupported, type Handlers, type Service } from './service';

/** Texts that the other service would drop without a word. */
const DROPPED: Readonly<Record<string, string>> = {
  external_history_link: 'external history link',
  summary: 'summary',
  priority: 'priority',
  category: 'category',
  description: 'description',
};

/** @throws ApiError 501 before anything is sent, so that nothing is saved by halves. */
function refuseDropped(body: object): void {
  for (const [name, text] of Object.entries(body)) {
    if (DROPPED[name] && text)
      throw new ApiError(501, `${DROPPED[name]} could not be saved`, '', 'not_supported');
  }
}

/** The guard against overwriting, which the other service does not have. */
async function refuseConflict(service: Service, id: string, expected: string | undefined): Promise<void> {
  if (expected === undefined) return;
  const current = await service.ask('GET /memory-blocks/{id}', { params: { id } });
  if (current.updated_at === expected) return;
  const detail = 'This memory block was changed meanwhile.';
  throw new ApiError(409, detail, JSON.stringify({ detail, current }), 'conflict');
}

async function unlinkAll(service: Service, keyword_id: string): Promise<void> {
  const key = 'GET /keywords/{id}/memory-blocks/';
  const blocks = await everyRow((skip, limit) =>
    service.ask(key, { params: { id: keyword_id }, query: { skip, limit } }),
  );
  await eachOf(blocks, async ({ id }) => {
    await service.ask('DELETE /memory-blocks/{id}/keywords/{keyword_id}', { params: { id, keyword_id } });
  });
}

const member = async (
  service: Service,
  id: string,
  matches: (row: { user_id: string; email: string }) => boolean,
) => {
  const rows = await service.ask('GET /organizations/{id}/members', { params: { id }, scope: false });
  const found = rows.find(matches);
  if (!found) throw new UnexpectedAnswerError(200, JSON.stringify(rows));
  return found;
};

export const changeHandlers: Handlers = {
  async 'PUT /memory-blocks/{id}'(service, input) {
    const { expected_updated_at, ...body } = input.body ?? {};
    refuseDropped(body);
    await refuseConflict(service, input.params.id, expected_updated_at);
    const block = await service.ask('PUT /memory-blocks/{id}', { ...input, body });
    if (body.archived === false && block.archived) {
      throw new ApiError(501, 'The service kept it archived.', '', 'not_supported');
    }
    return block;
  },

  async 'POST /agents/'(service, input) {
    refuseDropped({ description: input.body.description });
    return service.ask('POST /agents/', input);
  },

  async 'PUT /agents/{id}'(service, input) {
    refuseDropped({ description: input.body?.description });
    return service.ask('PUT /agents/{id}', input);
  },

  /** The public service fails on a keyword that is in use: its links go first. */
  async 'DELETE /keywords/{id}'(service, input) {
    try {
      return await service.ask('DELETE /keywords/{id}', input);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 500)) throw error;
      await unlinkAll(service, input.params.id);
      return service.ask('DELETE /keywords/{id}', input);
    }
  },

  async 'POST /consolidation-suggestions/{id}/validate/'(service, { body, ...input }) {
    if (body?.lessons_learned === false || body?.keywords) throw unsupported('accept a part of a suggestion');
    return service.ask('POST /consolidation-suggestions/{id}/validate/', input);
  },

  async 'POST /memory-blocks/{id}/compress'(service, input) {
    const answer = await service.ask('POST /memory-blocks/{id}/compress', input);
    if (answer.compressed_content === '') throw new UnexpectedAnswerError(200, JSON.stringify(answer));
    return answer;
  },

  /** A proposal without a score counts as worth keeping, so that nothing is pruned for want of one. */
  async 'POST /memory/prune/suggest'(service, input) {
    const answer = await service.ask('POST /memory/prune/suggest', input);
    const suggestions = answer.suggestions.map((row) => ({
      ...row,
      pruning_score: row.pruning_score || 100,
    }));
    return { ...answer, suggestions };
  },

  /** The public service answers 200 for a suggestion that it could not carry out. */
  async 'POST /memory-optimization/suggestions/{id}/execute'(service, input) {
    const key = 'POST /memory-optimization/suggestions/{id}/execute';
    const answer = await service.send(key, input);
    const { status, message } = fieldsOf(answer);
    if (status !== 'completed') throw new ApiError(409, String(message ?? '') || null, '', null);
    return service.shape(key, answer);
  },

  async 'POST /organizations/{id}/members'(service, input) {
    await service.send('POST /organizations/{id}/members', input);
    const added = await member(
      service,
      input.params.id,
      ({ email }) => email === input.body?.email?.toLowerCase(),
    );
    return { ...added, status: 'added' };
  },

  async 'PUT /organizations/{id}/members/{user_id}'(service, input) {
    await service.send('PUT /organizations/{id}/members/{user_id}', input);
    return member(service, input.params.id, ({ user_id }) => user_id === input.params.user_id);
  },

  /** An expiry that is not sent would be removed. */
  async 'PATCH /users/me/tokens/{id}'(service, input) {
    const { params, body } = input;
    if (body?.expires_at !== undefined) return service.ask('PATCH /users/me/tokens/{id}', input);
    const tokens = await service.ask('GET /users/me/tokens', { scope: false });
    const expires_at = tokens.find(({ id }) => id === params.id)?.expires_at ?? null;
    return service.ask('PATCH /users/me/tokens/{id}', { ...input, body: { ...body, expires_at } });
  },

  async 'POST /notifications/read-all'(service) {
    const query = { unread_only: 'true', limit: 1000 } as const;
    const { notifications } = await service.ask('GET /notifications/', { query, scope: false });
    await eachOf(notifications, async ({ id }) => {
      await service.ask('POST /notifications/{id}/read', { params: { id }, scope: false });
    });
    return { marked_count: notifications.length };
  },
};
