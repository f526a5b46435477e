/** Test harness for the memory list: address, controls and clock. */
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MemoryBlock } from '@hindsight/shared-contracts/api';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { renderPage } from './renderPage';
import { AGENT_ID, page } from './rows';

/** Query of a request for a page of blocks. */
export interface Asked {
  skip: number;
  limit: number;
  after?: string;
  search_query?: string;
  agent_id?: string;
  conversation_id?: string;
  sort_by: string;
  sort_order: string;
}

export const CHECK = 'POST /pinned-questions/check';
export const BLOCKS = 'GET /memory-blocks/';
export const agents = page([{ agent_id: AGENT_ID, agent_name: 'Reviewer' }]);

/** A page of the given rows, as the service returns it for `skip` or `after`. */
export function findPart(all: readonly MemoryBlock[], { skip = 0, limit, after }: Partial<Asked>) {
  const from = after ? all.findIndex(({ id }) => after.endsWith(id)) + 1 : skip;
  return page(all.slice(from, from + (limit ?? all.length)), all.length);
}

/** Responses to the other requests of the list page. */
export const BESIDE_ROWS = {
  'GET /agents/': agents,
  [CHECK]: { checked: 0, lost: [] },
  'GET /saved-views/': { items: [], is_last_visit_pinned: false },
  'GET /bulk-edits/latest': { edit: null },
  'POST /visits/': { since: '2026-03-01T09:00:00.000000Z', is_first: true },
};

/** Opens an address of the list with a response, or a function that returns one. */
export async function open(
  where: string,
  blocks: unknown,
  overrides: Partial<Shell> = {},
  more: FakeAnswers = {},
) {
  const api = fakeApi({
    [BLOCKS]: blocks,
    ...BESIDE_ROWS,
    ...more,
  });
  const shell = fakeShell({ api, ...overrides });
  const recordedQueries = () =>
    api.calls.filter(({ key }) => key === BLOCKS).map(({ input }) => (input as { query: Asked }).query);
  return { ...(await renderPage(where, shell)), shell, asked: recordedQueries };
}

export const address = () => window.location.pathname + window.location.search;
export const search = () => screen.getByRole('searchbox', { name: 'Search memory blocks' });
export const titles = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent);

/** User events with delays driven by the fake clock. */
export const typing = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
export const wait = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
export const settle = () => wait(0);

type Router = Awaited<ReturnType<typeof renderPage>>['router'];

/** Navigates to an address, or back. */
export const go = (router: Router, where: string | -1) =>
  act(async () => {
    void (where === -1 ? router.navigate(where) : router.navigate(where));
    await jest.advanceTimersByTimeAsync(50);
  });
