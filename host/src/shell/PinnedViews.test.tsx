import type { Session } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { whenIdle } from '../federation/prefetch';
import { exampleRelease, putRegistry } from '../federation/testing';
import { Frame } from './Frame';
import { renderShell } from './testing';

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
    navigation: { label: 'Memory Blocks', icon: 'memory', order: 1, group: 'work' as const, hasViews: true },
  };
  putRegistry({
    memory: exampleRelease({ descriptor: { ...descriptor, slots: [], routes: [list] } }),
  });
});

/** A service that keeps pins. */
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

it('links to each pinned view below its list, and marks the one that is shown', async () => {
  await open({}, `/memory-blocks?sort=changed&feedback=wrong&block=${ID}`);
  const list = within(await pinned());
  const news = await list.findByRole('link', { name: 'New since your last visit' });
  expect(news).toHaveAttribute('href', `/memory-blocks?created=${encodeURIComponent(SINCE)}..`);
  expect(news).not.toHaveAttribute('aria-current');
  const link = list.getByRole('link', { name: 'To correct' });
  expect(link).toHaveAttribute('href', '/memory-blocks?feedback=wrong&sort=changed');
  expect(link).toHaveAttribute('aria-current', 'page');
});

it('takes a view out of the sidebar, and brings it back', async () => {
  const { shell, undo } = await open();
  await userEvent.click(within(await pinned()).getByRole('button', { name: 'Unpin To correct' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'To correct' })).not.toBeInTheDocument());
  expect(shell.shown).toEqual([['success', 'View “To correct” unpinned']]);
  undo[0]?.();
  expect(await screen.findByRole('link', { name: 'To correct' })).toBeInTheDocument();
});

it('keeps the view when it could not be unpinned, and says so', async () => {
  const refuse = () => Promise.reject(new Error('The service is unavailable.'));
  const { shell } = await open({ 'PUT /pinned-views/': refuse });
  await userEvent.click(within(await pinned()).getByRole('button', { name: 'Unpin To correct' }));
  await waitFor(() =>
    expect(shell.shown).toEqual([
      ['error', 'Failed to change the pin of “To correct”: The service is unavailable.'],
    ]),
  );
  expect(screen.getByRole('link', { name: 'To correct' })).toBeInTheDocument();
});

it('has a name for each view in the collapsed sidebar', async () => {
  await open();
  await pinned();
  await userEvent.click(screen.getByRole('button', { name: 'Collapse sidebar' }));
  expect(screen.getByRole('link', { name: 'To correct' })).toHaveAttribute('title', 'To correct');
  expect(screen.queryByRole('button', { name: 'Unpin To correct' })).not.toBeInTheDocument();
});

it('leaves out what is new at the first visit', async () => {
  await open({ 'POST /visits/': { since: SINCE, is_first: true } });
  expect(within(await pinned()).getAllByRole('link')).toHaveLength(1);
});

it('asks nothing for a guest', async () => {
  const { api } = await open({}, '/memory-blocks', { status: 'guest', user: null });
  await act(() => new Promise<void>((resolve) => whenIdle(resolve)));
  expect(api.calls).toEqual([]);
});
