/** Addresses of memories: over any page, on a separate page, or for a new one. */

/** Query parameter that opens a block over the page; declared in the descriptor's overlay. */
export const BLOCK_PARAM = 'block';

/** Query parameters that open the form of a new block over any page, optionally for a question; declared in the descriptor's overlay. */
export const CREATE_PARAM = 'create';
export const CREATE_AGENT_PARAM = 'create_agent';

/** Query string of the same page with a block opened over it, replacing the create form. */
export function withBlock(search: string, id: string): string {
  const params = new URLSearchParams(search);
  params.delete(CREATE_PARAM);
  params.delete(CREATE_AGENT_PARAM);
  params.set(BLOCK_PARAM, id);
  return `?${params.toString()}`;
}

/** A question for a new memory to answer, and the agent that asked it. */
export interface OpenQuestion {
  question: string;
  agentId: string | null;
}

/** Query string of the same page with the create form opened over it. */
export function withCreate(search: string, open?: OpenQuestion): string {
  const params = new URLSearchParams(search);
  params.delete(BLOCK_PARAM);
  if (!open) return `?${[params.toString(), CREATE_PARAM].filter((part) => part !== '').join('&')}`;
  params.set(CREATE_PARAM, open.question);
  if (open.agentId !== null) params.set(CREATE_AGENT_PARAM, open.agentId);
  return `?${params.toString()}`;
}

/** The question in the address that the new memory answers. */
export const readOpenQuestion = (params: URLSearchParams): OpenQuestion => ({
  question: params.get(CREATE_PARAM)?.trim() ?? '',
  agentId: params.get(CREATE_AGENT_PARAM),
});

/** Page of a block. */
export function blockPath(id: string): string {
  return `/memory-blocks/${encodeURIComponent(id)}`;
}

/** Page of a conversation. */
export const conversationPath = (id: string): string => `/conversations/${encodeURIComponent(id)}`;

const LIST_PATH = '/memory-blocks';

/** Hash that opens the import over the list. */
export const IMPORT_HASH = '#import';

/** List with the import open over it. */
export const IMPORT_PATH = `${LIST_PATH}${IMPORT_HASH}`;

/** List with the given filters, e.g. the memories of an agent. */
export function memoriesPath(filters: Readonly<Record<string, string>>): string {
  return `${LIST_PATH}?${new URLSearchParams(filters).toString()}`;
}

/** Playground with a question. */
export const playgroundPath = (question: string): string =>
  `/playground?${new URLSearchParams({ search: question }).toString()}`;

/** The list from which a memory's page was opened, stored in the browser's history entry. */
interface ReturnList {
  /** Query string of the list, without the overlay. */
  list: string;
}

/** @param place location that opens the block's page; null if it is not a list to return to. */
export function findReturnList({
  pathname,
  search,
}: {
  pathname: string;
  search: string;
}): ReturnList | null {
  if (pathname !== LIST_PATH) return null;
  const params = new URLSearchParams(search);
  params.delete(BLOCK_PARAM);
  return { list: params.toString() };
}

/** Address of the list in its previous state; without filters if unknown. */
export function listPath(state: unknown): string {
  const list = typeof state === 'object' && state !== null ? (state as Partial<ReturnList>).list : undefined;
  return typeof list === 'string' && list !== '' ? `${LIST_PATH}?${list}` : LIST_PATH;
}
