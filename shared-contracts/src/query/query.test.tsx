import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { PERSONAL_SCOPE, PUBLIC_SCOPE } from '../events/scope';
import type { ActiveScope } from '../events/scope';
import { LazyBoundary, ShellProvider } from '../shell';
import { fakeShell } from '../testing/fakeShell';
import { QueryClient, QueryClientProvider, useScopedQuery } from './';
import { LONGEST_WAIT } from './firstAnswer';

describe('firstAnswer', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** A page of rows with a button for the next page; its renders are recorded in `drawn`. */
  function setUp(load: (page: number) => Promise<string>) {
    const drawn: string[] = [];
    function Page() {
      const [page, setPage] = useState(1);
      const { data, error } = useScopedQuery({
        key: ['rows', page],
        load: () => load(page),
        isAwaited: true,
      });
      const text = data ?? error?.message ?? 'no rows';
      drawn.push(text);
      return <button onClick={() => setPage(page + 1)}>{text}</button>;
    }
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
    render(
      <QueryClientProvider client={client}>
        <ShellProvider shell={fakeShell({ scope: PERSONAL_SCOPE })}>
          <LazyBoundary fallback="skeleton">
            <Page />
          </LazyBoundary>
        </ShellProvider>
      </QueryClientProvider>,
    );
    return drawn;
  }

  const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
  const later = <T,>(value: T, milliseconds: number) =>
    new Promise<T>((resolve) => setTimeout(() => resolve(value), milliseconds));

  it('renders the page once, with rows that arrive within the limit', async () => {
    const load = jest.fn(() => later('rows', LONGEST_WAIT - 10));
    const drawn = setUp(load);
    await pass(0);
    expect(screen.getByText('skeleton')).toBeVisible();
    await pass(LONGEST_WAIT - 10);
    expect(screen.getByRole('button')).toHaveTextContent('rows');
    expect(drawn).not.toContain('no rows');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('renders the page without rows after 100 ms, and with them when they arrive', async () => {
    expect(LONGEST_WAIT).toBe(100);
    const load = jest.fn(() => later('rows', 500));
    setUp(load);
    await pass(LONGEST_WAIT);
    expect(screen.getByRole('button')).toHaveTextContent('no rows');
    await pass(400);
    expect(screen.getByRole('button')).toHaveTextContent('rows');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('keeps a rendered page on screen while it loads other rows', async () => {
    setUp((page) => later(`rows of ${page}`, 50));
    await pass(50);
    act(() => screen.getByRole('button').click());
    await pass(10);
    expect(screen.getByRole('button')).toBeVisible();
    await pass(50);
    expect(screen.getByRole('button')).toHaveTextContent('rows of 2');
  });

  it('refetches after a failed first load and shows the error', async () => {
    setUp(() => Promise.reject(new Error('The service is away.')));
    await pass(0);
    await pass(0);
    expect(screen.getByRole('button')).toHaveTextContent('The service is away.');
  });
});

describe('scopedQuery', () => {
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

  it('never shows a late response for the previous scope and aborts its request', async () => {
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

  it('keeps the previous rows of the same scope while the next page loads, but never those of another scope', async () => {
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
});
