import { fakeShell } from '@hindsight/shared-contracts/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import type { LoadedRemote } from '../federation/remotes';
import type { RemoteState } from '../federation/remotes';
import { exampleRelease, fakeRemotes, putRegistry, type FakeRemotes } from '../federation/testing';
import { PageHeader } from './PageHeader';
import { RemoteFrame } from './RemoteFrame';
import { SlotOutlet } from './SlotOutlet';
import { fakeHost, renderShell } from './testing';

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

it('waits in the shape of a page, says when it takes long, and shows the page', async () => {
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
  expect(screen.getByRole('alert')).toHaveTextContent('Memory is switched offWrong numbers since noon.Retry');
});

it('tries again by itself when someone comes to a part that failed earlier', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  remotes.become({ status: 'failed', failure, retry: () => undefined });
  await show(frame);
  expect(remotes.retried).toEqual(['memory']);
});

it('contains a page that breaks, and tries again', async () => {
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

it('says which code could not be loaded when a chunk is missing', async () => {
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

it('shows Page Not Found for a path that the remote does not know', async () => {
  await show(frame, '/dashboard/nowhere');
  await become(ready({ routes: [{ path: '/dashboard', element: <p>rows</p> }] }));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Page Not Found');
  expect(document.title).toBe('Page Not Found · Hindsight');
  expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/dashboard');
});

const slot = <SlotOutlet name="header.notifications" props={{}} options={{ loading: <i>loading</i> }} />;

it('fills a slot, and says why when the part is unavailable', async () => {
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

it('shows the same sign when a file of a slot did not load', async () => {
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
