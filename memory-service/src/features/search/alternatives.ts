/** Fallback suggestions for a search without hits: looser queries and other workspaces, with their counts. */
import { MAX_COUNTED_ALTERNATIVES } from '@hindsight/shared-contracts/rules';
import type { SearchAlternatives } from '@hindsight/shared-contracts/api';
import { listRows } from '../../platform/auth/rules/permissions';
import type { RowFilter } from '../../platform/auth/rules/permissions';
import type { Principal } from '../../platform/auth/rules/principal';
import type { Scope } from '../../platform/auth/rules/scope';
import type { Handle } from '../../platform/database/database';
import { isNarrowed } from '../memory';
import { lookUpWords, rankedSearch } from './ranked';
import type { Match } from './ranked';
import type { SearchFilter } from '../memory';

/** Longest query for which single words are dropped one at a time. */
const MAX_WORDS = 8;
const MAX_SUGGESTIONS = 3;
const MAX_WORKSPACES = 20;

/** Query operators: quotes and the minus of an excluded word. */
const stripOperators = (text: string) =>
  text
    .replace(/"|(?<=^|\s)-+(?=\S)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Looser variants of the query: without operators and, if every word is required, without one word each. */
function shorterQueries(text: string, match: Match): string[] {
  const plain = stripOperators(text);
  const words = plain.split(' ');
  const without =
    match === 'any' || words.length > MAX_WORDS
      ? []
      : words.map((_, at) => words.filter((_word, place) => place !== at).join(' '));
  const isSigned = plain !== text.trim();
  return [...new Set([...(isSigned ? [plain] : []), ...without])].filter((query) => query !== '');
}

type Workspace = Required<SearchAlternatives>['other_workspaces'][number];

/** The workspaces the caller may read, except the one that was searched. */
function otherWorkspaces(
  principal: Principal,
  searched: RowFilter,
): { place: Omit<Workspace, 'count'>; rows: RowFilter }[] {
  const memberships = principal.kind === 'guest' ? [] : principal.memberships;
  const scopes: Scope[] = [
    { kind: 'personal' },
    ...memberships.map(({ organization_id: id }): Scope => ({ kind: 'organization', organizationId: id })),
    { kind: 'public' },
  ];
  const wasSearched = (id: string) =>
    searched.rows === 'organizations' && searched.organizationIds.includes(id);
  return scopes.slice(0, MAX_WORKSPACES).flatMap((scope) => {
    const rows = listRows(principal, scope);
    const organizationId = scope.kind === 'organization' ? scope.organizationId : null;
    const isSame = organizationId === null ? rows.rows === searched.rows : wasSearched(organizationId);
    if (rows.rows === 'none' || isSame) return [];
    return [{ place: { scope: scope.kind, organization_id: organizationId }, rows }];
  });
}

/** Counts the hits of looser variants of the search and omits variants without any. */
export async function countAlternatives(
  handle: Handle,
  principal: Principal,
  filter: SearchFilter,
  text: string,
  match: Match,
): Promise<SearchAlternatives> {
  const count = async (where: SearchFilter, query: string, how: Match): Promise<number> => {
    const one = { ...where, skip: 0, limit: 1 };
    const { matches } = await rankedSearch(handle, one, how, await lookUpWords(handle, one, query));
    return Math.min(matches, MAX_COUNTED_ALTERNATIVES);
  };
  const anyWord = match === 'all' ? await count(filter, text, 'any') : 0;
  const fewer: { query: string; count: number }[] = [];
  for (const query of shorterQueries(text, match)) {
    const found = await count(filter, query, match);
    if (found > 0) fewer.push({ query, count: found });
  }
  const wide = { ...filter, narrowing: {} };
  const unfiltered = isNarrowed(filter.narrowing) ? await count(wide, text, match) : 0;
  const archived = filter.includeArchived
    ? 0
    : await count({ ...filter, includeArchived: true }, text, match);
  const elsewhere: Workspace[] = [];
  for (const { place, rows } of otherWorkspaces(principal, filter.rows)) {
    const found = await count({ ...wide, rows }, text, match);
    if (found > 0) elsewhere.push({ ...place, count: found });
  }
  return {
    ...(anyWord > 0 && { any_word: anyWord }),
    ...(fewer.length > 0 && { fewer_words: fewer.slice(0, MAX_SUGGESTIONS) }),
    ...(unfiltered > 0 && { without_filters: unfiltered }),
    ...(archived > 0 && { archived }),
    ...(elsewhere.length > 0 && { other_workspaces: elsewhere }),
  };
}
