/** Lists that another service neither counts nor filters, sorts or pages as ours does. */
import type { CallAnswer } from '../api/client/types';
import { cut, everyRow, pageOf, sorted } from './rows';
import { fieldsOf } from './conform';
import { assertCommonFilters } from './filters';
import { ApiError } from '../api/client/errors';
import { AUDIT_ACTIONS } from '../rules/auditActions';
import { nameFinder } from '../rules/nameFinder';
import type { Handlers, Service } from './service';

const has = (texts: readonly (string | null)[], search: unknown): boolean =>
  texts.some((text) => text?.toLowerCase().includes(String(search ?? '').toLowerCase()));

type Invitation = CallAnswer<'GET /organizations/{id}/invitations'>[number];

/** A pending invitation past its time has expired, whether or not the service says so. */
function withExpiry(invitation: Invitation): Invitation {
  const isExpired = invitation.status === 'pending' && Date.parse(invitation.expires_at) <= Date.now();
  return isExpired ? { ...invitation, status: 'expired' } : invitation;
}

async function everyInvitation(service: Service, params: { id: string }, signal?: AbortSignal) {
  const query = { status: 'all', limit: 1000 };
  const key = 'GET /organizations/{id}/invitations';
  const rows = await service.ask(key, { params, query, scope: false, signal });
  return sorted(rows.map(withExpiry), (row) => row.created_at, 'desc');
}

type Optimization = CallAnswer<'GET /memory-optimization/suggestions'>['suggestions'][number];

/** Where only a part of the affected blocks is named, that part is all that is known. */
const withAllBlocks = (row: Optimization): Optimization =>
  row.all_affected_blocks.length > 0 ? row : { ...row, all_affected_blocks: row.affected_blocks };

export const listHandlers: Handlers = {
  async 'GET /memory-blocks/'(service, input) {
    assertCommonFilters(input.query);
    return service.ask('GET /memory-blocks/', input);
  },

  async 'GET /memory-blocks/archived/'(service, input) {
    assertCommonFilters(input.query);
    return service.ask('GET /memory-blocks/archived/', input);
  },

  async 'GET /agents/'(service, { query = {}, scope, signal }) {
    const all = await everyRow(async (skip, limit) => {
      return (await service.ask('GET /agents/', { query: { skip, limit }, scope, signal })).items;
    });
    const by = query.sort_by ?? 'created_at';
    return pageOf(
      sorted(all, (row) => row[by], query.sort_order ?? 'desc'),
      { skip: query.skip, limit: query.limit ?? query.per_page },
      100,
    );
  },

  async 'GET /consolidation-suggestions/'(service, { query = {}, scope, signal }) {
    const { status, group_id, search, start_date, end_date } = query;
    const all = await everyRow(async (skip, limit) => {
      const part = { skip, limit, status, group_id };
      return (await service.ask('GET /consolidation-suggestions/', { query: part, scope, signal })).items;
    });
    const found = all.filter((row) => {
      const time = Date.parse(row.created_at);
      if (start_date && !(time >= Date.parse(start_date))) return false;
      if (end_date && !(time <= Date.parse(end_date))) return false;
      return has([row.suggested_content, row.suggested_lessons_learned, ...row.suggested_keywords], search);
    });
    const by = query.sort_by ?? 'timestamp';
    return pageOf(
      sorted(found, (row) => row[by], query.sort_order ?? 'desc'),
      query,
      50,
    );
  },

  async 'GET /organizations/'(service, { signal }) {
    const rows = await service.ask('GET /organizations/', { scope: false, signal });
    return sorted(rows, ({ name }) => name);
  },

  async 'GET /organizations/{id}/members'(service, { params, signal }) {
    const rows = await service.ask('GET /organizations/{id}/members', { params, scope: false, signal });
    return sorted(rows, ({ email }) => email);
  },

  async 'GET /organizations/{id}/invitations'(service, { params, query = {}, signal }) {
    const all = await everyInvitation(service, params, signal);
    const { status = 'pending' } = query;
    return cut(
      all.filter((row) => status === 'all' || row.status === status),
      query,
      100,
    );
  },

  async 'GET /organizations/{id}/invitations/counts'(service, { params, signal }) {
    const all = await everyInvitation(service, params, signal);
    const counts = { pending: 0, accepted: 0, revoked: 0, expired: 0, all: all.length };
    for (const { status } of all) counts[status] += 1;
    return counts;
  },

  async 'GET /audits/'(service, { query = {}, signal }) {
    const { target_type, target_id, kind, ...known } = query;
    if (!target_type && !target_id && !kind)
      return service.ask('GET /audits/', { query: known, scope: false, signal });
    const actions: readonly string[] | undefined = kind && AUDIT_ACTIONS[kind];
    const all = await everyRow((skip, limit) =>
      service.ask('GET /audits/', { query: { ...known, skip, limit }, scope: false, signal }),
    );
    const found = all.filter(
      (row) =>
        (!target_type || row.target_type === target_type) &&
        (!target_id || row.target_id === target_id) &&
        (!actions || actions.includes(row.action_type)),
    );
    return cut(found, query, 100);
  },

  /** One row more than the page is asked for: whether there is a next page is all that is known of the total. */
  async 'GET /notifications/'(service, { query = {}, signal }) {
    const limit = Number(query.skip ?? 0) + Number(query.limit ?? 50) + 1;
    const part = { unread_only: query.unread_only, limit };
    const answer = await service.send('GET /notifications/', { query: part, scope: false, signal });
    const given = fieldsOf(answer);
    const all = service.shape('GET /notifications/', answer).notifications;
    return {
      notifications: cut(all, query, 50),
      unread_count: Number(given['unread_count'] ?? all.filter((row) => !row.is_read).length),
      total_count: all.length,
    };
  },

  async 'GET /beta-access/admin/users'(service, { query = {}, signal }) {
    const isFound = nameFinder(String(query.search ?? ''));
    const answer = await service.ask('GET /beta-access/admin/users', { query, scope: false, signal });
    const by = query.sort_by ?? 'email';
    const textOf = (row: (typeof answer)['users'][number]) => {
      if (by === 'status') return row.beta_access_status;
      if (by === 'requested_at') return row.last_request?.requested_at ?? '';
      return (row[by] ?? '').toLowerCase();
    };
    const found = answer.users.filter(
      (row) =>
        (!query.status || row.beta_access_status === query.status) &&
        isFound(row.email, row.display_name ?? ''),
    );
    const rows = sorted(
      sorted(found, ({ email }) => email),
      textOf,
      query.sort_order,
    );
    return { users: cut(rows, query), total_count: rows.length };
  },

  async 'GET /memory-optimization/suggestions'(service, { query = {}, scope, signal }) {
    const answer = await service.ask('GET /memory-optimization/suggestions', { query, scope, signal });
    const { priority } = query;
    const suggestions = answer.suggestions
      .filter((row) => !priority || priority === 'all' || row.priority === priority)
      .map(withAllBlocks);
    return { ...answer, suggestions };
  },

  async 'GET /memory-optimization/suggestions/{id}'(service, { params, scope, signal }) {
    const answer = await service.ask('GET /memory-optimization/suggestions', { scope, signal });
    const found = answer.suggestions.find(({ id }) => id === params.id);
    if (!found) throw new ApiError(404, 'Suggestion not found.', '', null);
    return withAllBlocks(found);
  },
};
