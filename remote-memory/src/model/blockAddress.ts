/** The addresses of memories: one over any page, on a page of its own, or a new one. */

/** Query parameter that opens a block over the page; named in the descriptor's overlay. */
export const BLOCK_PARAM = 'block';

/** Query parameters that open the form of a new block over any page, for a question that it answers; named in the descriptor's overlay. */
export const CREATE_PARAM = 'create';
export const CREATE_AGENT_PARAM = 'create_agent';

/** The query string of the same page with a block opened over it, in place of the form that made it. */
export function withBlock(search: string, id: string): string {
  const params = new URLSearchParams(search);
  params.delete(CREATE_PARAM);
  params.delete(CREATE_AGENT_PARAM);
  params.set(BLOCK_PARAM, id);
  return `?${params.toString()}`;
}

/** A question that a new memory is to answer, and the agent that asked it. */
export interface OpenQuestion {
  question: string;
  agentId: string | null;
}

/** The query string of the same page with the form of a new block opened over it. */
export function withCreate(search: string, open?: OpenQuestion): string {
  const params = new URLSearchParams(search);
  params.delete(BLOCK_PARAM);
  if (!open) return `?${[params.toString(), CREATE_PARAM].filter((part) => part !== '').join('&')}`;
  params.set(CREATE_PARAM, open.question);
  if (open.agentId !== null) params.set(CREATE_AGENT_PARAM, open.agentId);
  return `?${params.toString()}`;
}

/** What the address asks to be written down. */
export const readOpenQuestion = (params: URLSearchParams): OpenQuestion => ({
  question: params.get(CREATE_PARAM)?.trim() ?? '',
  agentId: params.get(CREATE_AGENT_PARAM),
});

/** The page of a block. */
export function blockPath(id: string): string {
  return `/memory-blocks/${encodeURIComponent(id)}`;
}

/** The page of a conversation. */
export const conversationPath = (id: string): string => `/conversations/${encodeURIComponent(id)}`;

const LIST_PATH = '/memory-blocks';

/** Behind the list's address: opens the import over it. */
export const IMPORT_HASH = '#import';

/** The list with the import open over it. */
export const IMPORT_PATH = `${LIST_PATH}${IMPORT_HASH}`;

/** The list of the memories that filters leave, e.g. those of an agent. */
export function memoriesPath(filters: Readonly<Record<string, string>>): string {
  return `${LIST_PATH}?${new URLSearchParams(filters).toString()}`;
}

/** The playground with a question. */
export const playgroundPath = (question: string): string =>
  `/playground?${new URLSearchParams({ search: question }).toString()}`;

/** The list from which a memory's page was opened; kept in the entry of the browser's history. */
interface CameFrom {
  /** Query string of the list, without what was open over it. */
  list: string;
}

/** @param place where the block's page is opened from; null when that is no list to go back to. */
export function cameFrom({ pathname, search }: { pathname: string; search: string }): CameFrom | null {
  if (pathname !== LIST_PATH) return null;
  const params = new URLSearchParams(search);
  params.delete(BLOCK_PARAM);
  return { list: params.toString() };
}

/** The address of the list as it was left, without filters when it is unknown. */
export function listPath(state: unknown): string {
  const list = typeof state === 'object' && state !== null ? (state as Partial<CameFrom>).list : undefined;
  return typeof list === 'string' && list !== '' ? `${LIST_PATH}?${list}` : LIST_PATH;
}
