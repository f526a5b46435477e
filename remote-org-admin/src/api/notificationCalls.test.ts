import { ApiError } from '@hindsight/shared-contracts/api/client';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell } from '@hindsight/shared-contracts/testing';
import { DEFAULT_PREFERENCES } from '../model/notificationPreferences';
import { notificationCalls } from './notificationCalls';

const LIST = 'GET /notifications/';
const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: String(index + 1) }));

function setUp(answers: Record<string, unknown>, overrides: Partial<Shell> = {}) {
  const api = fakeApi(answers);
  return { api, calls: notificationCalls(fakeShell({ api, ...overrides })) };
}

describe('guests', () => {
  const { api, calls } = setUp({}, { session: { status: 'guest', user: null } });
  it('get empty lists and default preferences without a call', async () => {
    expect(await calls.newest()).toEqual({ notifications: [], unread_count: 0, total_count: 0 });
    expect(await calls.page({ unreadOnly: false, page: 2, place: undefined })).toEqual({
      notifications: [],
      unread_count: 0,
      total_count: 0,
    });
    expect(await calls.preferences()).toEqual(DEFAULT_PREFERENCES);
    await calls.markRead('1');
    await calls.markAllRead();
    expect(api.calls).toEqual([]);
  });
  it('cannot change anything', async () => {
    const refusal = (sentence: string) => new ApiError(403, sentence, '', null);
    await expect(calls.setPreference('org_invitation', 'email_enabled', false)).rejects.toEqual(
      refusal('Guest users cannot modify preferences'),
    );
    await expect(calls.createTest()).rejects.toEqual(refusal('Guest users cannot create notifications'));
    expect(api.calls).toEqual([]);
  });
});

it('fetches one page, and reports the unread count as the total of the unread filter', async () => {
  const { api, calls } = setUp({ [LIST]: { notifications: rows(20), unread_count: 25, total_count: 90 } });
  expect(await calls.page({ unreadOnly: false, page: 3, place: undefined })).toMatchObject({
    total_count: 90,
    unread_count: 25,
  });
  expect(await calls.page({ unreadOnly: true, page: 1, place: undefined })).toMatchObject({
    total_count: 25,
  });
  expect(api.calls.map(({ input }) => (input as { query: unknown }).query)).toEqual([
    { limit: 20, skip: 40 },
    { limit: 20, skip: 0, unread_only: 'true' },
  ]);
});

it('sends only the changed channel', async () => {
  const { api, calls } = setUp({ 'PUT /notifications/preferences/{type}': {} });
  await calls.setPreference('org_role_changed', 'in_app_enabled', false);
  expect(api.calls[0]?.input).toEqual({
    params: { type: 'org_role_changed' },
    body: { in_app_enabled: false },
    scope: false,
  });
});
