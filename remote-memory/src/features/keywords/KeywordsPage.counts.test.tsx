import { act, waitFor } from '@testing-library/react';
import { fakeApi, fakeShell } from '@hindsight/shared-contracts/testing';
import { renderPage } from '../../testing/renderPage';
import { idOf } from '../../testing/rows';
import './KeywordsPage';

const COUNTS = 'GET /keywords/counts';
const retry = { keyword_id: idOf(1), keyword_text: 'retry', created_at: '2026-01-01T00:00:00Z' };

it.each([
  ['after the rows', '/keywords', 0],
  ['at once where they decide the order', '/keywords?sort=used', 1],
])('asks for the counts %s', async (_, address, early) => {
  let send: (rows: (typeof retry)[]) => void = () => undefined;
  const rows = new Promise<(typeof retry)[]>((resolve) => (send = resolve));
  const api = fakeApi({ 'GET /keywords/': () => rows, [COUNTS]: { counts: [] } });
  const asked = () => api.calls.filter(({ key }) => key === COUNTS);
  await renderPage(address, fakeShell({ api }));
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(asked()).toHaveLength(early);
  await act(async () => send([retry]));
  await waitFor(() => expect(asked()).toHaveLength(1));
});
