import { createScopeBus } from '@hindsight/shared-contracts/events';
import type { OverlayDescriptor } from '@hindsight/shared-contracts/registry';
import { Link } from '@hindsight/shared-contracts/router';
import { useUnsavedChanges, type OverlayProps } from '@hindsight/shared-contracts/shell';
import { testUser } from '@hindsight/shared-contracts/testing';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { RemoteState } from '../federation/remotes';
import { exampleRelease, fakeRemotes, putRegistry } from '../federation/testing';
import { memoryStorage } from '../session/storage';
import { App } from './App';
import { createHost } from './createHost';

/** Page with a form, and with links that leave it or open a dialog over it. */
function EditPage() {
  const [text, setText] = useState('');
  useUnsavedChanges(text !== '', 'your changes to the page');
  return (
    <>
      <input aria-label="Page text" value={text} onChange={(event) => setText(event.target.value)} />
      <Link to="/other">Other page</Link>
      <Link to="?block=1">Block</Link>
    </>
  );
}

function BlockDialog({ params, close }: OverlayProps) {
  const [text, setText] = useState('');
  useUnsavedChanges(text !== '', 'your changes to the block');
  return (
    <div role="dialog" aria-label={`Block ${params.get('block')}`}>
      <input aria-label="Block text" value={text} onChange={(event) => setText(event.target.value)} />
      <button onClick={close}>Close block</button>
    </div>
  );
}

const ready: RemoteState = {
  status: 'ready',
  module: {
    routes: [
      { path: '/edit', element: <EditPage /> },
      { path: '/dashboard', element: <p>rows</p> },
      { path: '/other', element: <p>other</p> },
      { path: '/beta-access/pending', element: <p>waiting</p> },
    ],
    slots: {
      'memory-block.detail': BlockDialog,
      'session.invitation-link': ({ params }: OverlayProps) => (
        <p>{`invitation ${params.get('accept_invite')}`}</p>
      ),
      'account.organizations': () => <p>organizations</p>,
      'session.beta-review-link': () => <div role="dialog" aria-label="Review" />,
    },
  },
};
let state: RemoteState = ready;
const overlays: OverlayDescriptor[] = [
  { slot: 'memory-block.detail', params: ['block'], access: 'guest' },
  {
    slot: 'session.invitation-link',
    params: ['accept_invite'],
    alsoClears: ['org', 'token'],
    access: 'signed-in',
  },
  { slot: 'account.organizations', params: ['organizations'], access: 'member' },
  { slot: 'session.beta-review-link', params: ['beta_review'], access: 'anyone' },
];

let person: { status: number; body: unknown };
let stop: () => void;

beforeEach(() => {
  state = ready;
  person = { status: 200, body: testUser };
  const { descriptor } = exampleRelease();
  const page = (path: string, access: 'guest' | 'signed-in' = 'guest') => ({
    path,
    title: path,
    description: '',
    access,
  });
  putRegistry({
    memory: exampleRelease({
      descriptor: {
        ...descriptor,
        slots: overlays.map(({ slot }) => slot),
        overlays,
        routes: [
          page('/edit'),
          page('/dashboard'),
          page('/other'),
          page('/beta-access/pending', 'signed-in'),
        ],
      },
    }),
  });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    if (String(input).includes('/user-info'))
      return new Response(JSON.stringify(person.body), { status: person.status });
    return new Response('[]');
  });
});
afterEach(() => stop());

/** Opens a page and waits for the session, unless `isKnown` is false. */
async function open(at: string, tab: Record<string, string> = {}, isKnown = true) {
  window.history.replaceState(null, '', at);
  const host = createHost({
    bus: createScopeBus(),
    remotes: fakeRemotes(state),
    tab: memoryStorage(tab),
    browser: memoryStorage(),
    leave: () => undefined,
  });
  const stopHost = host.start();
  const view = render(<App host={host} />);
  stop = () => {
    view.unmount();
    stopHost();
  };
  await waitFor(() => expect(host.session.get().status !== 'loading').toBe(isKnown));
  return { host, user: userEvent.setup() };
}

const address = () => window.location.pathname + window.location.search;

it('opens a dialog from the address over any page, and closes it in place', async () => {
  const { user } = await open('/edit?page=2&block=7#x');
  expect(screen.getByRole('dialog', { name: 'Block 7' })).toBeInTheDocument();
  expect(screen.getByLabelText('Page text')).toBeInTheDocument();
  const steps = window.history.length;
  await user.click(screen.getByRole('button', { name: 'Close block' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(address() + window.location.hash).toBe('/edit?page=2#x');
  expect(window.history.length).toBe(steps);
});

it('keeps the scroll position when a dialog opens, and scrolls to the top on any other navigation', async () => {
  const scrolled = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const { user } = await open('/edit');
  await user.click(screen.getByRole('link', { name: 'Block' }));
  await user.click(screen.getByRole('button', { name: 'Close block' }));
  expect(scrolled).not.toHaveBeenCalled();
  await user.click(screen.getByRole('link', { name: 'Other page' }));
  expect(scrolled).toHaveBeenCalledWith(0, 0);
});

it.each([
  ['a guest sees a dialog that is open to guests', '/dashboard?block=7', 'Block 7'],
  [
    'a guest is prompted to sign in for a members-only dialog',
    '/dashboard?organizations',
    'This is for members',
  ],
])('%s', async (_name, at, title) => {
  person = { status: 401, body: {} };
  await open(at, { GUEST_MODE: 'true' });
  expect(await screen.findByRole('dialog', { name: new RegExp(`^${title}`) })).toBeInTheDocument();
});

it('shows a public dialog only after the session is known', async () => {
  let answer: (response: Response) => void = () => undefined;
  jest.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  await open('/login?beta_review=7', {}, false);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await act(async () => answer(new Response('{}', { status: 401 })));
  expect(await screen.findByRole('dialog', { name: 'Review' })).toBeInTheDocument();
});

it('explains in a small dialog why the requested one is unavailable, and offers a retry', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const retry = jest.fn();
  const failure = {
    remote: 'memory',
    displayName: 'Memory',
    version: '1',
    kind: 'unreachable' as const,
    reason: 'Can’t reach the server.',
    cause: null,
  };
  state = { status: 'failed', failure, retry };
  const { user } = await open('/nowhere?block=7');
  const dialog = await screen.findByRole('dialog', { name: /^This part is unavailable/ });
  expect(dialog).toHaveTextContent("This part didn't load. Check your connection and try again.");
  await user.click(within(dialog).getByRole('button', { name: 'Retry' }));
  expect(retry).toHaveBeenCalledTimes(1);
  await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)!);
  expect(address()).toBe('/nowhere');
});

it('carries an invitation through the sign-in page and the start page', async () => {
  person = { status: 401, body: {} };
  await open('/?accept_invite=7&org=2&token=3');
  // The members-only dialog over the page has a separate link.
  const links = () =>
    screen.getAllByRole('link', { name: 'Sign In' }).map((link) => link.getAttribute('href'));
  const back = encodeURIComponent('/dashboard?accept_invite=7&org=2&token=3');
  await waitFor(() => expect(links()).toContain(`/oauth2/sign_in?rd=${back}`));
  expect(address()).toBe('/login?accept_invite=7&org=2&token=3');
  stop();
  person = { status: 200, body: testUser };
  await open('/login?accept_invite=7&org=2&token=3');
  expect(await screen.findByText('invitation 7')).toBeInTheDocument();
  expect(address()).toBe('/dashboard?accept_invite=7&org=2&token=3');
  stop();
  person = { status: 200, body: { ...testUser, beta_access_status: 'pending' } };
  await open('/dashboard?accept_invite=7&org=2&page=3');
  expect(await screen.findByText('invitation 7')).toBeInTheDocument();
  await waitFor(() => expect(address()).toBe('/beta-access/pending?accept_invite=7&org=2'));
});

it('asks before leaving a page with a draft, but not when a dialog opens over it', async () => {
  const { user } = await open('/edit');
  await user.type(screen.getByLabelText('Page text'), 'a');
  await user.click(screen.getByRole('link', { name: 'Block' }));
  expect(screen.queryByText('Leave without saving?')).not.toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Other page' }));
  const question = await screen.findByRole('dialog', { name: /Leave without saving/ });
  expect(question).toHaveTextContent('You’ll lose your changes to the page.');
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
  expect(address()).toBe('/edit?block=1');
  await waitFor(() => expect(screen.queryByText('Leave without saving?')).not.toBeInTheDocument());
  await user.click(screen.getByRole('link', { name: 'Other page' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(await screen.findByText('other')).toBeInTheDocument();
});

it('asks before closing a dialog with a draft', async () => {
  const { user } = await open('/edit?block=7');
  await user.type(screen.getByLabelText('Block text'), 'a');
  await user.click(screen.getByRole('button', { name: 'Close block' }));
  expect(await screen.findByText('You’ll lose your changes to the block.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(address()).toBe('/edit'));
});

it('keeps a draft when the session ends, and continues after a new sign-in', async () => {
  const { user } = await open('/edit');
  await user.type(screen.getByLabelText('Page text'), 'a');
  const look = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  person = { status: 401, body: {} };
  await look();
  const dialog = await screen.findByRole('dialog', { name: /^You are signed out/ });
  expect(dialog).toHaveTextContent('This page still has unsaved work: your changes to the page');
  const link = within(dialog).getByRole('link', { name: 'Sign in in another tab' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
    '/oauth2/sign_in?rd=%2Fprofile',
    '_blank',
  ]);
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.getByText('You are signed out')).toBeInTheDocument();
  person = { status: 200, body: testUser };
  await look();
  await waitFor(() => expect(screen.queryByText('You are signed out')).not.toBeInTheDocument());
  expect(screen.getByLabelText('Page text')).toHaveValue('a');
  expect(address()).toBe('/edit');
});

it('asks before the tab closes only while there is a draft', async () => {
  const { user } = await open('/edit');
  const closing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(closing()).toBe(false);
  await user.type(screen.getByLabelText('Page text'), 'a');
  expect(closing()).toBe(true);
  await user.clear(screen.getByLabelText('Page text'));
  expect(closing()).toBe(false);
});
