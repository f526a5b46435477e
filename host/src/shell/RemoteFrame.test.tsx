import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import type { ContextType, ReactNode } from 'react';
import { ShellProvider, useDraft } from '@hindsight/shared-contracts/shell';
import type { Session } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell } from '@hindsight/shared-contracts/testing';
import type { FakeAnswers } from '@hindsight/shared-contracts/testing';
import { lazyView } from '@hindsight/shared-ui/core';
import { FederationContext } from '../federation/federation';
import { whenIdle } from '../federation/prefetch';
import type { LoadedRemote, RemoteState } from '../federation/remotes';
import { exampleRelease, fakeRemotes, putRegistry } from '../federation/testing';
import type { FakeRemotes } from '../federation/testing';
import { ErrorBoundary } from './ErrorBoundary';
import { Frame } from './Frame';
import { PageHeader } from './PageHeader';
import { RemoteFrame } from './RemoteFrame';
import { SlotOutlet } from './SlotOutlet';
import { fakeHost, renderShell } from './testing';

describe('RemoteFrame', () => {
  let remotes: FakeRemotes;

  const ready = (module: Partial<LoadedRemote>): RemoteState => ({
    status: 'ready',
    module: { routes: [], slots: {}, ...module },
  });
  const failure = {
    remote: 'memory',
    displayName: 'Memory',
    version: '1.0.0-abcd1234',
    kind: 'unreachable' as const,
    reason: 'The server at http://localhost:3001 cannot be reached.',
    cause: null,
  };
  const become = (state: RemoteState) => act(async () => remotes.become(state));

  function show(element: ReactNode, at?: string) {
    const shell = fakeShell();
    return renderShell(element, { shell, host: fakeHost(shell, {}, remotes), ...(at && { at }) });
  }

  beforeEach(() => {
    putRegistry({ memory: exampleRelease() });
    remotes = fakeRemotes({ status: 'loading', slow: false });
  });

  const frame = (
    <>
      <PageHeader standard={{ title: 'Dashboard' }} />
      <RemoteFrame remote="memory" address="/dashboard" />
    </>
  );

  it('shows a page skeleton, a notice when loading takes long, and then the page', async () => {
    await show(frame);
    expect(screen.getByText('Loading the page')).toBeInTheDocument();
    await become({ status: 'loading', slow: true });
    expect(screen.getByRole('status')).toHaveTextContent('This page is taking longer than usual to load.');
    await become(ready({ routes: [{ path: '/dashboard', element: <p>rows</p> }] }));
    expect(screen.getByText('rows')).toBeInTheDocument();
  });

  it('says in one sentence that a page did not load, with the reason under Details, and retries', async () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const retry = jest.fn();
    await show(frame);
    await become({ status: 'failed', failure, retry });
    const panel = screen.getByRole('alert');
    expect(panel).toHaveTextContent(
      "This page didn't loadCheck your connection and your ad blocker, then try again.",
    );
    const details = screen.getByText('Details').closest('details')!;
    expect(details).not.toHaveAttribute('open');
    expect(details).toHaveTextContent(
      'The server at http://localhost:3001 cannot be reached. Memory 1.0.0-abcd1234',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(retry).toHaveBeenCalledTimes(1);
    expect(warned).toHaveBeenCalledTimes(1);
    await become(ready({ routes: [{ path: '/dashboard', element: <p>rows</p> }] }));
    expect(screen.getByText('rows')).toBeInTheDocument();
  });

  it('shows why a part is switched off', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    await show(frame);
    const off = { ...failure, kind: 'disabled' as const, reason: 'Wrong numbers since noon.' };
    await become({ status: 'failed', failure: off, retry: () => undefined });
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Memory is switched offWrong numbers since noon.Retry',
    );
  });

  it('retries a part that failed earlier when it is opened', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    remotes.become({ status: 'failed', failure, retry: () => undefined });
    await show(frame);
    expect(remotes.retried).toEqual(['memory']);
  });

  it('contains a page that crashes, and retries on demand', async () => {
    const reported = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    let broken = true;
    function Page() {
      if (broken) throw new Error('boom');
      return <p>rows</p>;
    }
    await show(frame);
    await become(ready({ routes: [{ path: '/dashboard', element: <Page /> }] }));
    expect(screen.getByRole('alert')).toHaveTextContent('This page stopped working');
    expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeInTheDocument();
    expect(reported).toHaveBeenCalledWith(expect.stringContaining('"remote":"memory"'), expect.any(Error));
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(screen.getByText('rows')).toBeInTheDocument();
  });

  it('asks to check the connection when a chunk is missing', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined); // React logs the caught error.
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    function Page(): never {
      throw Object.assign(new Error('Loading chunk 1 failed.'), { name: 'ChunkLoadError' });
    }
    await show(frame);
    await become(ready({ routes: [{ path: '/dashboard', element: <Page /> }] }));
    expect(screen.getByRole('alert')).toHaveTextContent("This page didn't loadCheck your connection");
    expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument();
    expect(warned).toHaveBeenCalledTimes(1);
  });

  it('shows Page Not Found for a path unknown to the remote', async () => {
    await show(frame, '/dashboard/nowhere');
    await become(ready({ routes: [{ path: '/dashboard', element: <p>rows</p> }] }));
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Page Not Found');
    expect(document.title).toBe('Page Not Found · Hindsight');
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/dashboard');
  });

  const slot = <SlotOutlet name="header.notifications" props={{}} options={{ loading: <i>loading</i> }} />;

  it('fills a slot, or says why the part is unavailable', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const retry = jest.fn();
    await show(slot);
    expect(screen.getByText('loading')).toBeInTheDocument();
    await become({ status: 'failed', failure, retry });
    expect(screen.getByRole('alert')).toHaveTextContent(
      /^This part didn't load\. Check your connection and try again\./,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(retry).toHaveBeenCalledTimes(1);
    await become(ready({ slots: { 'header.notifications': () => <button type="button">bell</button> } }));
    expect(screen.getByRole('button', { name: 'bell' })).toBeInTheDocument();
  });

  it('shows the same message when a file of a slot did not load', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined); // React logs the caught error.
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    function Part(): never {
      throw Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
    }
    await show(slot);
    await become(ready({ slots: { 'header.notifications': Part } }));
    expect(screen.getByRole('alert')).toHaveTextContent(/^This part didn't load/);
  });

  it('shows nothing where no remote fills the slot', async () => {
    putRegistry({});
    const { container } = await show(slot);
    expect(container).toBeEmptyDOMElement();
  });
});

describe('ErrorBoundary', () => {
  const foreign = () =>
    new DOMException('The node to be removed is not a child of this node.', 'NotFoundError');

  let crashed: jest.Mock;
  let reported: jest.SpyInstance;

  beforeEach(() => {
    crashed = jest.fn();
    reported = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  });

  afterEach(() => reported.mockRestore());

  /** Renders a page that throws these errors in turn, like after foreign DOM changes. */
  function show(errors: unknown[]) {
    const drawn: Element[] = [];
    function Page() {
      useLayoutEffect(() => {
        drawn.push(document.querySelector('p')!);
        const error = errors.shift();
        if (error) throw error;
      });
      return <p>Memories</p>;
    }
    const boundary = (address: string) => (
      <FederationContext
        value={{ releases: { crashed } } as unknown as ContextType<typeof FederationContext>}
      >
        <ErrorBoundary
          place={{ area: 'remote-page', remote: 'memory', version: '1.0.0' }}
          resetKey={address}
          fallback={() => 'This page stopped working'}
        >
          <Page />
        </ErrorBoundary>
      </FederationContext>
    );
    const { rerender } = render(boundary('/a'), { onCaughtError: () => undefined });
    return { drawn, open: (address: string) => rerender(boundary(address)) };
  }

  it('rebuilds a page after foreign DOM changes, without counting a crash of the release', () => {
    const { drawn } = show([foreign()]);
    expect(screen.getByText('Memories')).toBe(drawn[1]);
    expect(drawn[0]).not.toBe(drawn[1]);
    expect(crashed).not.toHaveBeenCalled();
    expect(reported).toHaveBeenCalledTimes(1);
  });

  it('shows the failure when rebuilding does not help, until another page is opened', () => {
    const { open } = show([foreign(), foreign(), foreign(), foreign()]);
    expect(screen.getByText('This page stopped working')).toBeInTheDocument();
    expect(crashed).not.toHaveBeenCalled();
    open('/b');
    expect(screen.getByText('Memories')).toBeInTheDocument();
  });

  it('keeps typed text in a page that is rebuilt', () => {
    const errors: unknown[] = [];
    function Form() {
      const { value, set } = useDraft('agent.new', '');
      useLayoutEffect(() => {
        if (value && errors.length > 0) throw errors.shift();
      });
      return <input value={value} onChange={(event) => set(event.target.value)} />;
    }
    const page = (address: string) => (
      <ShellProvider shell={fakeShell()}>
        <ErrorBoundary place={{ area: 'host-page' }} resetKey={address} fallback={() => null}>
          <Form key={address} />
        </ErrorBoundary>
      </ShellProvider>
    );
    const { rerender } = render(page('/a'), { onCaughtError: () => undefined });
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Deploy' } });
    errors.push(foreign());
    rerender(page('/b'));
    expect(errors).toEqual([]);
    expect(screen.getByRole('textbox')).toHaveValue('Deploy');
  });
});

describe('PartReports', () => {
  const { version } = exampleRelease();
  const missing = () => Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });

  async function show(element: React.ReactNode, module: Partial<LoadedRemote>) {
    // React logs errors that a boundary caught; the host's own root does not.
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    putRegistry({ memory: exampleRelease() });
    const remotes = fakeRemotes({ status: 'ready', module: { routes: [], slots: {}, ...module } });
    const shell = fakeShell();
    await renderShell(element, { shell, host: fakeHost(shell, {}, remotes) });
    await screen.findAllByText(/didn't load/);
    return warned.mock.calls.map(([line]) => JSON.parse(line as string) as unknown);
  }

  const page = <RemoteFrame remote="memory" address="/dashboard" />;
  const line = {
    msg: 'dashboard failure',
    area: 'part',
    remote: 'memory',
    version,
    error: 'ChunkLoadError: Loading chunk 7 failed.',
  };

  it('reports a failed file with remote and version, once for all parts that wait for it', async () => {
    const error = missing();
    const Part = lazyView(() => Promise.reject(error), null);
    const Other = lazyView(() => Promise.reject(error), null);
    const element = (
      <>
        <Part />
        <Other />
      </>
    );
    expect(await show(page, { routes: [{ path: '/dashboard', element }] })).toEqual([line]);
  });

  it('attributes a part within a slot to the remote that fills the slot', async () => {
    const Part = lazyView(() => Promise.reject(missing()), null);
    const slot = <SlotOutlet name="header.notifications" props={{}} />;
    expect(await show(slot, { slots: { 'header.notifications': () => <Part /> } })).toEqual([line]);
  });
});

describe('PinnedViews', () => {
  const ID = '00000000-0000-4000-8000-000000000009';
  const SINCE = '2026-03-01T09:00:00Z';
  const view = (isPinned: boolean) => ({
    id: ID,
    name: 'To correct',
    parameters: { feedback: 'wrong', sort: 'changed' },
    is_shared: false,
    may_change: true,
    is_pinned: isPinned,
    created_at: SINCE,
    updated_at: SINCE,
  });

  beforeEach(() => {
    const { descriptor } = exampleRelease();
    const list = {
      path: '/memory-blocks',
      title: 'Memory Blocks',
      description: 'm',
      access: 'guest' as const,
      navigation: {
        label: 'Memory Blocks',
        icon: 'memory',
        order: 1,
        group: 'work' as const,
        hasViews: true,
      },
    };
    putRegistry({
      memory: exampleRelease({ descriptor: { ...descriptor, slots: [], routes: [list] } }),
    });
  });

  /** Fake service that stores pins. */
  async function open(more: FakeAnswers = {}, at = '/memory-blocks', session: Session = fakeShell().session) {
    let isPinned = true;
    const api = fakeApi({
      'GET /saved-views/': () => ({ items: [view(isPinned)], is_last_visit_pinned: true }),
      'POST /visits/': { since: SINCE, is_first: false },
      'PUT /pinned-views/': ({ body }: { body: { is_pinned: boolean } }) => {
        isPinned = body.is_pinned;
        return null;
      },
      ...more,
    } as FakeAnswers);
    const undo: (() => void)[] = [];
    const base = fakeShell({ api, session });
    const show: typeof base.toasts.show = (type, message, options) => {
      base.shown.push([type, message]);
      if (options?.action) undo.push(options.action.run);
    };
    const shell = { ...base, toasts: { ...base.toasts, show } };
    await renderShell(<Frame>page</Frame>, { shell, at });
    return { api, shell, undo };
  }
  const pinned = () => screen.findByRole('list', { name: 'Pinned views' });

  it('links to each pinned view below its list, and marks the current one', async () => {
    await open({}, `/memory-blocks?sort=changed&feedback=wrong&block=${ID}`);
    const list = within(await pinned());
    const news = await list.findByRole('link', { name: 'New since your last visit' });
    expect(news).toHaveAttribute('href', `/memory-blocks?created=${encodeURIComponent(SINCE)}..`);
    expect(news).not.toHaveAttribute('aria-current');
    const link = list.getByRole('link', { name: 'To correct' });
    expect(link).toHaveAttribute('href', '/memory-blocks?feedback=wrong&sort=changed');
    expect(link).toHaveAttribute('aria-current', 'page');
  });

  it('unpins a view from the sidebar, and pins it again on Undo', async () => {
    const { shell, undo } = await open();
    await userEvent.click(within(await pinned()).getByRole('button', { name: 'Unpin To correct' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'To correct' })).not.toBeInTheDocument());
    expect(shell.shown).toEqual([['success', 'View “To correct” unpinned']]);
    undo[0]?.();
    expect(await screen.findByRole('link', { name: 'To correct' })).toBeInTheDocument();
  });

  it('keeps the view and shows an error when unpinning fails', async () => {
    const refuse = () => Promise.reject(new Error('The service is unavailable.'));
    const { shell } = await open({ 'PUT /pinned-views/': refuse });
    await userEvent.click(within(await pinned()).getByRole('button', { name: 'Unpin To correct' }));
    await waitFor(() =>
      expect(shell.shown).toEqual([['error', 'Couldn’t unpin “To correct”: The service is unavailable.']]),
    );
    expect(screen.getByRole('link', { name: 'To correct' })).toBeInTheDocument();
  });

  it('labels each view in the collapsed sidebar', async () => {
    await open();
    await pinned();
    await userEvent.click(screen.getByRole('button', { name: 'Collapse sidebar' }));
    expect(screen.getByRole('link', { name: 'To correct' })).toHaveAttribute('title', 'To correct');
    expect(screen.queryByRole('button', { name: 'Unpin To correct' })).not.toBeInTheDocument();
  });

  it('omits the view of new memories on the first visit', async () => {
    await open({ 'POST /visits/': { since: SINCE, is_first: true } });
    expect(within(await pinned()).getAllByRole('link')).toHaveLength(1);
  });

  it('sends no requests for a guest', async () => {
    const { api } = await open({}, '/memory-blocks', { status: 'guest', user: null });
    await act(() => new Promise<void>((resolve) => whenIdle(resolve)));
    expect(api.calls).toEqual([]);
  });
});
