import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { NOTIFICATION_TYPE_NAMES } from '@hindsight/shared-contracts/rules';
import { fakeApi, fakeShell, testUser } from '@hindsight/shared-contracts/testing';
import { renderRoutes } from '@hindsight/shared-contracts/testing/routes';
import { NotificationBell } from './NotificationBell';
import { NotificationSettings } from './NotificationSettings';
import { NotificationsPage } from './NotificationsPage';

describe('NotificationBell', () => {
  const LIST = 'GET /notifications/';
  const READ = 'POST /notifications/{id}/read';
  const READ_ALL = 'POST /notifications/read-all';
  /** Long enough for a response to render. */
  const TICK = 20;
  const NOW = Date.parse('2026-03-10T12:00:00Z');
  const ago = (milliseconds: number) => new Date(NOW - milliseconds).toISOString();
  const row = (id: string, rest: object = {}) => ({
    id,
    title: `Title ${id}`,
    message: `Message ${id}`,
    is_read: true,
    created_at: ago(0),
    ...rest,
  });
  const list = (rows: object[], unread = 0, total = rows.length) => ({
    notifications: rows,
    unread_count: unread,
    total_count: total,
  });

  let visibility: DocumentVisibilityState = 'visible';
  async function show(next: DocumentVisibilityState) {
    visibility = next;
    await act(async () => {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      await jest.advanceTimersByTimeAsync(TICK);
    });
  }

  beforeEach(() => {
    visibility = 'visible';
    jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
    jest.useFakeTimers({ now: NOW });
  });
  afterEach(() => jest.useRealTimers());

  async function open(answer: unknown, overrides: Partial<Shell> = {}) {
    const api = fakeApi({ [LIST]: answer, [READ]: null, [READ_ALL]: { marked_count: 1 } });
    const shell = fakeShell({ api, ...overrides });
    const view = await renderRoutes([{ path: '*', load: async () => NotificationBell }], '/dashboard', shell);
    // Wait for the response.
    await act(() => jest.advanceTimersByTimeAsync(TICK));
    return { ...view, api };
  }
  const bell = () => screen.getByRole('button', { name: /^Notifications/ });
  const press = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime }).click(bell());

  it('fetches the newest 50 notifications of the user without a workspace', async () => {
    const { api } = await open(list([]));
    expect(api.calls).toEqual([
      { key: LIST, input: expect.objectContaining({ query: { limit: 50 }, scope: false }) as unknown },
    ]);
  });

  it('shows the unread count in the badge and the accessible name, capped at 99+', async () => {
    const { unmount } = await open(list([], 99));
    expect(bell()).toHaveAccessibleName('Notifications, 99 unread');
    expect(bell()).toHaveTextContent('99');
    unmount();
    await open(list([], 100));
    expect(bell()).toHaveAccessibleName('Notifications, 99+ unread');
    expect(bell()).toHaveTextContent('99+');
  });

  it('is hidden for guests and signed-out users, and sends no request', async () => {
    for (const status of ['guest', 'signed-out', 'loading', 'unreachable'] as const) {
      const { api, container } = await open(list([]), { session: { status, user: null } });
      expect(container).toBeEmptyDOMElement();
      expect(api.calls).toEqual([]);
    }
  });

  it('lists title, message, time and unread state', async () => {
    const minute = 60_000;
    const rows = [
      row('1', { is_read: false, created_at: ago(59_000) }),
      row('2', { created_at: ago(5 * minute) }),
      row('3', { created_at: ago(3 * 60 * minute) }),
      row('4', { created_at: ago(7 * 24 * 60 * minute) }),
      row('5', { created_at: ago(9 * 24 * 60 * minute) }),
    ];
    await open(list(rows, 1, 70));
    await press();
    const panel = screen.getByRole('dialog', { name: 'Notifications' });
    const items = within(panel).getAllByRole('listitem');
    expect(items[0]).toHaveTextContent('Unread: Title 1Message 1Just now');
    expect(items[1]).toHaveTextContent('Title 2Message 25m ago');
    expect(items[1]).not.toHaveTextContent('Unread');
    expect(items[2]).toHaveTextContent('3h ago');
    expect(items[3]).toHaveTextContent('7d ago');
    expect(items[4]).toHaveTextContent('Mar 1, 2026');
    expect(panel).toHaveTextContent('1 unread');
    expect(panel).toHaveTextContent('Showing the latest 5 of 70');
  });

  it('opens and closes by keyboard and restores the focus', async () => {
    await open(list([row('1')]));
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await user.tab();
    expect(bell()).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('region', { name: 'List of notifications' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(bell()).toHaveFocus();
  });

  it('refreshes every 30 s while visible, pauses while hidden, and refreshes on return', async () => {
    const { api } = await open(list([]));
    await act(() => jest.advanceTimersByTimeAsync(30_000 - 2 * TICK));
    expect(api.calls).toHaveLength(1);
    await act(() => jest.advanceTimersByTimeAsync(2 * TICK));
    expect(api.calls).toHaveLength(2);
    await show('hidden');
    await act(() => jest.advanceTimersByTimeAsync(300_000));
    expect(api.calls).toHaveLength(2);
    await show('visible');
    expect(api.calls).toHaveLength(3);
  });

  it('shows the empty state', async () => {
    await open(list([]));
    await press();
    expect(screen.getByText('No notifications yet')).toBeInTheDocument();
  });

  it('shows an error instead of an empty list when loading fails, and retries', async () => {
    let works = false;
    await open(() => {
      if (works) return list([row('1')]);
      throw new ApiError(500, null, '', null);
    });
    expect(bell()).toHaveAccessibleName('Notifications');
    await press();
    expect(screen.getByText('Failed to load notifications. Please try again.')).toBeInTheDocument();
    expect(screen.queryByText('No notifications yet')).not.toBeInTheDocument();
    works = true;
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.getByRole('listitem')).toHaveTextContent('Title 1'));
  });

  it('keeps the list and count when a refresh fails', async () => {
    let works = true;
    await open(() => {
      if (works) return list([row('1')], 4);
      throw new ApiError(500, null, '', null);
    });
    works = false;
    await act(() => jest.advanceTimersByTimeAsync(30_000 + TICK));
    expect(bell()).toHaveAccessibleName('Notifications, 4 unread');
    await press();
    expect(screen.getByRole('listitem')).toHaveTextContent('Title 1');
    expect(screen.getByRole('alert')).toHaveTextContent('Couldn’t refresh these notifications.');
  });

  it('shows the loading state', async () => {
    await open(() => new Promise(() => undefined));
    await press();
    expect(screen.getByRole('status')).toHaveTextContent('Loading notifications');
  });

  const user = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });

  it('marks as read on click, closes, and opens a dashboard page in the same tab', async () => {
    const rows = [row('1', { is_read: false, action_url: '/memory-blocks?page=2', action_text: 'View' })];
    const { api, router } = await open(list(rows, 3));
    await press();
    await user().click(screen.getByRole('link', { name: /Title 1/ }));
    expect(router.state.location.pathname + router.state.location.search).toBe('/memory-blocks?page=2');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(bell()).toHaveAccessibleName('Notifications, 2 unread');
    expect(api.calls.at(-1)).toEqual({ key: READ, input: { params: { id: '1' }, scope: false } });
  });

  it.each([
    ['of a member in the workspace of the organization', 'org-1', ['org-1'], '/memory-blocks'],
    ['of a member nowhere while a draft keeps the workspace', 'org-1', ['org-1'], '/dashboard'],
    ['of their organizations to others, not the page in another workspace', 'org-2', [], '/dashboard'],
  ])('opens the page %s', async (_case, about, chosen, path) => {
    const rows = [
      row('1', {
        event_type: 'org_membership_added',
        action_url: '/memory-blocks',
        action_text: 'Browse memories',
        metadata: { organization_id: about },
      }),
    ];
    const chooseWorkspace = jest.fn(async () => path !== '/dashboard');
    const memberships = [{ organization_id: 'org-1' }] as typeof testUser.memberships;
    const session = { status: 'signed-in', user: { ...testUser, memberships } } as const;
    const { router } = await open(list(rows), { chooseWorkspace, session });
    await press();
    const link = screen.getByRole('link', { name: /Title 1/ });
    expect(link).toHaveTextContent(chosen.length > 0 ? /Browse memories$/ : /Open$/);
    await user().click(link);
    expect(chooseWorkspace.mock.calls).toEqual(
      chosen.map((organizationId) => [{ scope: 'organization', organizationId }]),
    );
    expect(router.state.location.pathname).toBe(path);
  });

  it('opens other sites in a new tab without opener', async () => {
    await open(list([row('1', { action_url: 'https://example.org/a' })]));
    await press();
    const link = screen.getByRole('link', { name: /Title 1/ });
    expect(link).toHaveAttribute('href', 'https://example.org/a');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
  });

  it('without a link, a click marks unread notifications as read and closes the panel', async () => {
    const { api } = await open(list([row('1', { is_read: false }), row('2')], 1));
    await press();
    await user().click(screen.getByRole('button', { name: /Title 2/ }));
    expect(api.calls.map(({ key }) => key)).toEqual([LIST]);
    await press();
    await user().click(screen.getByRole('button', { name: /Title 1/ }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(bell()).toHaveAccessibleName('Notifications, none unread');
  });

  it('refetches the list when marking as read fails', async () => {
    const api = fakeApi({
      [LIST]: list([row('1', { is_read: false })], 1),
      [READ]: () => {
        throw new ApiError(500, null, '', null);
      },
    });
    await open(null, { api });
    await press();
    await user().click(screen.getByRole('button', { name: /Title 1/ }));
    await act(() => jest.advanceTimersByTimeAsync(TICK));
    expect(api.calls.map(({ key }) => key)).toEqual([LIST, READ, LIST]);
    expect(bell()).toHaveAccessibleName('Notifications, 1 unread');
  });

  it('marks all as read with one call', async () => {
    const rows = [row('1', { is_read: false }), row('2', { is_read: false })];
    const { api } = await open(list(rows, 2));
    await press();
    await user().click(screen.getByRole('button', { name: 'Mark all read' }));
    expect(bell()).toHaveAccessibleName('Notifications, none unread');
    expect(api.calls.slice(1).map(({ key }) => key)).toEqual([READ_ALL]);
  });

  it('links to all notifications', async () => {
    const { router } = await open(list([]));
    await press();
    await user().click(screen.getByRole('link', { name: 'View all notifications' }));
    expect(router.state.location.pathname).toBe('/notifications');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('refreshes session and organizations when a poll reports a membership change', async () => {
    let answer = list([row('1')]);
    const refreshSession = jest.fn(async () => undefined);
    const reloadOrganizations = jest.fn(async () => undefined);
    await open(() => answer, { refreshSession, reloadOrganizations });
    answer = list([row('2', { is_read: false, event_type: 'org_membership_removed' }), row('1')], 1);
    expect(refreshSession).not.toHaveBeenCalled();
    await act(() => jest.advanceTimersByTimeAsync(30_000 + TICK));
    expect(bell()).toHaveAccessibleName('Notifications, 1 unread');
    expect(refreshSession).toHaveBeenCalledTimes(1);
    expect(reloadOrganizations).toHaveBeenCalledTimes(1);
  });
});

describe('NotificationsPage', () => {
  configure({ defaultHidden: true });

  const LIST = 'GET /notifications/';
  const PUT = 'PUT /notifications/preferences/{type}';
  const row = (id: string) => ({ id, title: `Title ${id}`, message: '', is_read: false });

  describe('page', () => {
    it('filters and paginates via the URL, and disables read rows without a link', async () => {
      const notifications = [row('1'), { ...row('2'), is_read: true }];
      const api = fakeApi({ [LIST]: { notifications, unread_count: 30, total_count: 90 } });
      const pages = [{ path: '/notifications', load: async () => NotificationsPage }];
      await renderRoutes(pages, '/notifications?page=2', fakeShell({ api }));
      expect(await screen.findByText('Title 1')).toBeInTheDocument();
      expect(screen.getByRole('button', { name: /Title 2/ })).toHaveAttribute('aria-disabled', 'true');
      expect(screen.getByRole('button', { name: /Title 1/ })).not.toHaveAttribute('aria-disabled');
      expect(screen.getByText('21-40 of 90 notifications')).toBeInTheDocument();
      fireEvent.click(await screen.findByRole('radio', { name: 'Unread' }));
      await waitFor(() => expect(window.location.search).toBe('?show=unread'));
      expect(await screen.findByText('1-20 of 30 notifications')).toBeInTheDocument();
      expect(api.calls.map(({ input }) => (input as { query: unknown }).query)).toEqual([
        { limit: 20, skip: 20 },
        { limit: 20, skip: 0, unread_only: 'true' },
      ]);
    });
  });

  describe('settings', () => {
    const open = async (answers: Record<string, unknown>, guest = false) => {
      const api = fakeApi({
        'GET /notifications/preferences': { preferences: {} },
        'GET /notifications/digest': { is_on: false, next_at: null, is_possible: false },
        ...answers,
      });
      const session = guest ? ({ session: { status: 'guest', user: null } } as const) : {};
      const pages = [
        { path: '*', load: async () => () => <NotificationSettings onClose={() => undefined} /> },
      ];
      await renderRoutes(pages, '/', fakeShell({ api, ...session }));
      await screen.findByRole('table', { name: 'Notification channels' });
      return api;
    };
    const toggle = (name: string) => screen.getByRole('switch', { name });
    const status = () => within(screen.getByRole('dialog')).getAllByRole('status')[0];

    it('has one switch per event and channel, with the defaults', async () => {
      await open({});
      expect(screen.getByRole('dialog', { name: /^Notification Settings/ })).toBeInTheDocument();
      expect(screen.getAllByRole('switch')).toHaveLength(2 * NOTIFICATION_TYPE_NAMES.length);
      expect(toggle('Invitations: Email')).toBeChecked();
      expect(toggle('Invitation declined: Email')).not.toBeChecked();
      expect(toggle('Invitation declined: In-app')).toBeChecked();
    });

    it('saves immediately and confirms for three seconds', async () => {
      const api = await open({ [PUT]: {} });
      jest.useFakeTimers();
      fireEvent.click(toggle('Role changed: In-app'));
      await act(() => jest.advanceTimersByTimeAsync(50));
      expect(status()).toHaveTextContent('Preference updated successfully');
      expect(toggle('Role changed: In-app')).not.toBeChecked();
      expect(api.calls.at(-1)).toMatchObject({
        input: { params: { type: 'org_role_changed' }, body: { in_app_enabled: false } },
      });
      await act(() => jest.advanceTimersByTimeAsync(2900));
      expect(status()).toHaveTextContent('Preference updated successfully');
      await act(() => jest.advanceTimersByTimeAsync(100));
      expect(status()).toBeEmptyDOMElement();
      jest.useRealTimers();
    });

    it('rolls back when the service rejects a change', async () => {
      await open({
        [PUT]: () => {
          throw new ApiError(500, null, '', null);
        },
      });
      fireEvent.click(toggle('Invitations: Email'));
      await waitFor(() => expect(status()).toHaveTextContent('Failed to update preference'));
      expect(toggle('Invitations: Email')).toBeChecked();
    });

    it('turns the weekly digest on with one click and shows the next date', async () => {
      const digest = { is_on: false, next_at: null, is_possible: true };
      const api = await open({
        'GET /notifications/digest': digest,
        'PUT /notifications/digest': { ...digest, is_on: true, next_at: '2026-11-30T07:00:00Z' },
      });
      const name = 'Weekly digest by email';
      expect(await screen.findByRole('switch', { name })).not.toBeChecked();
      fireEvent.click(toggle(name));
      await waitFor(() => expect(status()).toHaveTextContent('Preference updated successfully'));
      expect(toggle(name)).toBeChecked();
      expect(screen.getByText(/Next: Monday, November 30\./)).toBeInTheDocument();
      expect(api.calls.at(-1)).toMatchObject({ input: { body: { is_on: true } } });
    });

    it('hides the digest when the service does not send email', async () => {
      await open({});
      expect(screen.queryByRole('switch', { name: 'Weekly digest by email' })).not.toBeInTheDocument();
    });

    it('shows guests read-only defaults without a call', async () => {
      const api = await open({}, true);
      for (const one of screen.getAllByRole('switch')) expect(one).toBeDisabled();
      expect(api.calls).toEqual([]);
    });
  });
});
