import { act, render, screen } from '@testing-library/react';
import { QueryClient, QueryClientProvider, useScopedQuery } from '.';
import { PERSONAL_SCOPE, PUBLIC_SCOPE, type ActiveScope } from '../events/scope';
import { ShellProvider } from '../shell';
import { fakeShell } from '../testing/fakeShell';

interface Pending {
  scope: string;
  page: number;
  signal: AbortSignal;
  answer(rows: string): void;
}

function setUp() {
  const pending: Pending[] = [];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  function Rows({ scope, page }: { scope: string; page: number }) {
    const { data } = useScopedQuery({
      key: ['rows', page],
      keepPrevious: true,
      load: (_, signal) => new Promise<string>((answer) => pending.push({ scope, page, signal, answer })),
    });
    return <output>{data ?? 'loading'}</output>;
  }
  const view = (scope: ActiveScope, page = 1) => (
    <QueryClientProvider client={client}>
      <ShellProvider shell={fakeShell({ scope })}>
        <Rows scope={scope.scope} page={page} />
      </ShellProvider>
    </QueryClientProvider>
  );
  return { pending, view };
}

const settle = () => act(() => jest.advanceTimersByTimeAsync(5));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('a late answer for the old scope is never shown, and its request is aborted', async () => {
  const { pending, view } = setUp();
  const { rerender } = render(view(PERSONAL_SCOPE));
  await settle();
  rerender(view(PUBLIC_SCOPE));
  await settle();
  expect(pending.map(({ scope }) => scope)).toEqual(['personal', 'public']);
  expect(pending[0]?.signal.aborted).toBe(true);
  pending[1]?.answer('public rows');
  expect(await screen.findByText('public rows')).toBeVisible();
  pending[0]?.answer('personal rows');
  await settle();
  expect(screen.getByRole('status')).toHaveTextContent('public rows');
});

it('keeps earlier rows of the same scope while the next page loads, but never those of another scope', async () => {
  const { pending, view } = setUp();
  const { rerender } = render(view(PERSONAL_SCOPE));
  await settle();
  pending[0]?.answer('page one');
  await settle();
  rerender(view(PERSONAL_SCOPE, 2));
  await settle();
  expect(screen.getByRole('status')).toHaveTextContent('page one');
  rerender(view(PUBLIC_SCOPE, 2));
  await settle();
  expect(screen.getByRole('status')).toHaveTextContent('loading');
});
