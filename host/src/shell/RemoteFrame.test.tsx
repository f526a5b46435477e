import { fakeShell } from '@hindsight/shared-contracts/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { ChunkLoadError } from '../federation/chunkFiles';
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
  expect(screen.getByRole('status')).toHaveTextContent(
    'Memory is taking longer than usual to load. It appears as soon as its server answers.',
  );
  await become(ready({ routes: [{ path: '/dashboard', element: <p>rows</p> }] }));
  expect(screen.getByText('rows')).toBeInTheDocument();
});

it('names the part, the version and the reason, and retries without a reload', async () => {
  const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const retry = jest.fn();
  await show(frame);
  await become({ status: 'failed', failure, retry });
  const panel = screen.getByRole('alert');
  expect(panel).toHaveTextContent('Memory is unavailable');
  expect(panel).toHaveTextContent('The server at http://localhost:3001 cannot be reached.');
  expect(panel).toHaveTextContent('Version 1.0.0-abcd1234.');
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
    'Memory is switched offWrong numbers since noon.Version 1.0.0-abcd1234. The rest of the dashboard keeps working.',
  );
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
  expect(screen.getByRole('alert')).toHaveTextContent('Memory is unavailable');
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
  expect(screen.getByRole('alert')).toHaveTextContent(/^Memory is unavailable: The server at .* reached\./);
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(retry).toHaveBeenCalledTimes(1);
  await become(ready({ slots: { 'header.notifications': () => <button type="button">bell</button> } }));
  expect(screen.getByRole('button', { name: 'bell' })).toBeInTheDocument();
});

it('names the server that is gone when a file of a slot did not load', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined); // React logs the caught error.
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { kind, reason } = failure;
  function Part(): never {
    throw new ChunkLoadError('http://localhost:3001/slot.js', { kind, reason }, null);
  }
  await show(slot);
  await become(ready({ slots: { 'header.notifications': Part } }));
  expect(screen.getByRole('alert')).toHaveTextContent(/Memory is unavailable: .* cannot be reached\./);
});

it('shows nothing where no remote fills the slot', async () => {
  putRegistry({});
  const { container } = await show(slot);
  expect(container).toBeEmptyDOMElement();
});
