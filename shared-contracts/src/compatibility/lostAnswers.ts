/**
 * Writes whose answer was lost. Another service does not know our idempotency keys, so a write is sent once, and what it should have
 * left is looked for afterwards.
 */
import { ApiError, isAbort, isUncertain } from '../api/client/errors';
import type { CallAnswer, CallInput, CallKey } from '../api/client/types';
import { everyRow } from './rows';
import type { Service } from './service';

/** The answer that a write must have had, by what it left; undefined when it left nothing. */
type Evidence<K extends CallKey> = (
  service: Service,
  input: CallInput<K>,
) => Promise<CallAnswer<K> | undefined>;

const isSameText = (a: string | null | undefined, b: string | null | undefined) =>
  (a ?? '').trim() === (b ?? '').trim();

/** Whether a row holds everything that was sent. */
const holds = (row: object, sent: object): boolean =>
  Object.entries(sent).every(([name, value]) => {
    const kept = (row as Record<string, unknown>)[name];
    return typeof value === 'string' && typeof kept === 'string'
      ? isSameText(kept, value)
      : JSON.stringify(kept) === JSON.stringify(value);
  });

/** A deletion is known by what is not found any more. */
const goneBy =
  (key: 'GET /memory-blocks/{id}' | 'GET /agents/{id}' | 'GET /keywords/{id}' | 'GET /organizations/{id}') =>
  async (service: Service, { params }: { params: { id: string } }): Promise<null | undefined> =>
    service.ask(key, { params }).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      },
    );

const tokenOf = async (service: Service, id: string) =>
  (await service.ask('GET /users/me/tokens', { scope: false })).find((token) => token.id === id);
const memberOf = async (service: Service, id: string, userId: string) =>
  (await service.ask('GET /organizations/{id}/members', { params: { id }, scope: false })).find(
    ({ user_id }) => user_id === userId,
  );

export const EVIDENCE: { readonly [K in CallKey]?: Evidence<K> } = {
  async 'POST /memory-blocks/'(service, { body, scope }) {
    const { agent_id, conversation_id, content, lessons_learned } = body;
    const query = {
      agent_id,
      conversation_id,
      limit: 200,
      sort_by: 'created_at',
      sort_order: 'desc',
    } as const;
    const { items } = await service.ask('GET /memory-blocks/', { query, scope });
    return items.find(
      (row) => isSameText(row.content, content) && isSameText(row.lessons_learned, lessons_learned),
    );
  },
  async 'PUT /memory-blocks/{id}'(service, { params, body: sent }) {
    const { expected_updated_at: _guard, ...body } = sent ?? {};
    const block = await service.ask('GET /memory-blocks/{id}', { params });
    return holds(block, body) ? block : undefined;
  },
  async 'POST /memory-blocks/{id}/archive'(service, { params }) {
    const block = await service.ask('GET /memory-blocks/{id}', { params });
    return block.archived ? block : undefined;
  },
  'DELETE /memory-blocks/{id}/hard-delete': goneBy('GET /memory-blocks/{id}'),
  async 'POST /agents/'(service, { body, scope }) {
    const rows = await everyRow(async (skip, limit) => {
      return (await service.ask('GET /agents/', { query: { skip, limit }, scope })).items;
    });
    return rows.find(({ agent_name }) => isSameText(agent_name, body.agent_name));
  },
  'DELETE /agents/{id}': goneBy('GET /agents/{id}'),
  async 'POST /keywords/'(service, { body, scope }) {
    const rows = await everyRow((skip, limit) =>
      service.ask('GET /keywords/', { query: { skip, limit }, scope }),
    );
    return rows.find(({ keyword_text }) => isSameText(keyword_text, body.keyword_text));
  },
  'DELETE /keywords/{id}': goneBy('GET /keywords/{id}'),
  'DELETE /organizations/{id}': goneBy('GET /organizations/{id}'),
  async 'PUT /organizations/{id}/members/{user_id}'(service, { params, body }) {
    const found = await memberOf(service, params.id, params.user_id);
    return found && holds(found, body ?? {}) ? found : undefined;
  },
  async 'DELETE /organizations/{id}/members/{user_id}'(service, { params }) {
    return (await memberOf(service, params.id, params.user_id)) ? undefined : null;
  },
  async 'POST /organizations/{id}/invitations/{invitation_id}/accept'(service, { params }) {
    const { authenticated: _, ...user } = await service.ask('GET /user-info', { scope: false });
    const found = user.memberships.find(({ organization_id }) => organization_id === params.id);
    return found && { ...found, user_id: user.user_id, created_at: '' };
  },
  async 'PATCH /users/me'(service, { body }) {
    const user = await service.ask('GET /user-info', { scope: false });
    const isKept = isSameText(user.display_name, String(body?.display_name ?? ''));
    return isKept ? { id: user.user_id, email: user.email, display_name: user.display_name } : undefined;
  },
  async 'DELETE /users/me/tokens/{id}'(service, { params }) {
    return (await tokenOf(service, params.id))?.status === 'revoked' ? null : undefined;
  },
  async 'PATCH /users/me/tokens/{id}'(service, { params, body }) {
    const { name, expires_at } = body ?? {};
    const token = await tokenOf(service, params.id);
    const moment = (text: unknown) => (text ? Date.parse(String(text)) : null);
    const isAsked =
      token &&
      (name == null || isSameText(token.name, name)) &&
      (expires_at === undefined || moment(token.expires_at) === moment(expires_at));
    return isAsked ? token : undefined;
  },
};

/**
 * Sends a write; when its answer is lost, looks whether it was carried out. A second attempt with the key of one that was lost looks
 * first.
 * @throws what `send` threw, unless the service has what was asked for. A look-up that fails says nothing.
 */
export function createSendOrFind() {
  const lost = new Set<string>();
  return async <T>(
    key: string | undefined,
    send: () => Promise<T>,
    find: () => Promise<T | undefined>,
  ): Promise<T> => {
    const look = () => find().catch(() => undefined);
    const earlier = key !== undefined && lost.has(key) ? await look() : undefined;
    if (earlier !== undefined) return earlier;
    try {
      return await send();
    } catch (error) {
      if (!isUncertain(error)) throw error;
      if (key !== undefined) lost.add(key);
      const found = isAbort(error) ? undefined : await look();
      if (found === undefined) throw error;
      return found;
    }
  };
}
