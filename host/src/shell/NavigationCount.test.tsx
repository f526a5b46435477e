import { act, render, screen } from '@testing-library/react';
import type { Change } from '@hindsight/shared-contracts/api';
import { useQueryClient, type QueryClient } from '@hindsight/shared-contracts/query';
import type { Session } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, FakeShellProvider } from '@hindsight/shared-contracts/testing';
import { whenIdle } from '../federation/prefetch';
import { createChangesToApply } from '../live/startFollowing';
import { NavigationCount } from './Sidebar';

it('refreshes the count when a memory changes, because that can resolve pending items', async () => {
  let waiting = 3;
  const api = fakeApi({ 'GET /review-items/': () => ({ total_items: waiting }) });
  let queries: QueryClient | undefined;
  const Cache = () => {
    queries = useQueryClient();
    return null;
  };
  render(
    <FakeShellProvider shell={fakeShell({ api })}>
      <Cache />
      <NavigationCount list="GET /review-items/" />
    </FakeShellProvider>,
  );
  expect(await screen.findByText('3')).toBeInTheDocument();
  waiting = 2;
  const changed = { ids: [], added: 0, changed: 1, removed: 0, scope: null, organization_id: null };
  const { apply, stop } = createChangesToApply(queries as QueryClient);
  apply([{ kind: 'memories', ...changed } satisfies Change], false);
  expect(await screen.findByText('2')).toBeInTheDocument();
  stop();
});

it.each(['loading', 'unreachable', 'signed-out'] as const)(
  'sends no request while the session is %s, when access is unknown',
  async (status) => {
    const api = fakeApi({});
    render(
      <FakeShellProvider shell={fakeShell({ api, session: { status, user: null } as Session })}>
        <NavigationCount list="GET /review-items/" />
      </FakeShellProvider>,
    );
    await act(() => new Promise<void>((resolve) => whenIdle(resolve)));
    expect(api.calls).toEqual([]);
  },
);
