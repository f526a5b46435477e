import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { fakeApi, fakeShell } from '@hindsight/shared-contracts/testing';
import { renderRoutes } from '@hindsight/shared-contracts/testing/routes';
import { NotificationSettings } from './NotificationSettings';
import { NotificationsPage } from './NotificationsPage';

configure({ defaultHidden: true });

const LIST = 'GET /notifications/';
const PUT = 'PUT /notifications/preferences/{type}';
const row = (id: string) => ({ id, title: `Title ${id}`, message: '', is_read: false });

describe('page', () => {
  it('filters and pages by the address, and says which rows do nothing more', async () => {
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
    const pages = [{ path: '*', load: async () => () => <NotificationSettings onClose={() => undefined} /> }];
    await renderRoutes(pages, '/', fakeShell({ api, ...session }));
    await screen.findByRole('table', { name: 'Notification channels' });
    return api;
  };
  const toggle = (name: string) => screen.getByRole('switch', { name });
  const status = () => within(screen.getByRole('dialog')).getAllByRole('status')[0];

  it('has one switch for each event and channel, at the defaults', async () => {
    await open({});
    expect(screen.getByRole('dialog', { name: /^Notification Settings/ })).toBeInTheDocument();
    expect(screen.getAllByRole('switch')).toHaveLength(12);
    expect(toggle('Invitations: Email')).toBeChecked();
    expect(toggle('Invitation declined: Email')).not.toBeChecked();
    expect(toggle('Invitation declined: In-app')).toBeChecked();
  });

  it('saves immediately, and shows it for three seconds', async () => {
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

  it('goes back when the service refused', async () => {
    await open({
      [PUT]: () => {
        throw new ApiError(500, null, '', null);
      },
    });
    fireEvent.click(toggle('Invitations: Email'));
    await waitFor(() => expect(status()).toHaveTextContent('Failed to update preference'));
    expect(toggle('Invitations: Email')).toBeChecked();
  });

  it('turns the weekly digest on with one click, and says when the next one comes', async () => {
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

  it('offers no digest where the service sends no mails', async () => {
    await open({});
    expect(screen.queryByRole('switch', { name: 'Weekly digest by email' })).not.toBeInTheDocument();
  });

  it('cannot be changed by guests, who see the defaults without a call', async () => {
    const api = await open({}, true);
    for (const one of screen.getAllByRole('switch')) expect(one).toBeDisabled();
    expect(api.calls).toEqual([]);
  });
});
