/** Calls about notifications, with the rules for guests. They concern the user, so they carry no workspace. */
import type { Digest, NotificationEventType } from '@hindsight/shared-contracts/api';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { placedQuery, placedRows, reachableRows } from '@hindsight/shared-ui/places';
import type { Shell } from '@hindsight/shared-contracts/shell';
import {
  NO_NOTIFICATIONS,
  NOTIFICATION_LIMIT,
  PAGE_SIZE,
  type NotificationList,
} from '../model/notificationList';
import { DEFAULT_PREFERENCES, type Channel, type Preferences } from '../model/notificationPreferences';

const GUEST_PREFERENCES = 'Guest users cannot modify preferences';
const NO_DIGEST: Digest = { is_on: false, next_at: null, is_possible: false };
const GUEST_TEST = 'Guest users cannot create notifications';

const forbiddenError = (message: string) => new ApiError(403, message, '', null);

/** Position of a page in the list. */
export interface NotificationPlace {
  unreadOnly: boolean;
  /** 1-based. */
  page: number;
  /** Cursor: the notification before the page, if known. */
  place: string | undefined;
}

/** Notification calls of the session. Guests get empty lists and defaults, and cannot change anything. */
export function notificationCalls({ api, session }: Pick<Shell, 'api' | 'session'>) {
  const isGuest = session.status === 'guest';

  async function list(
    query: { limit: number; skip?: number; after?: string; unread_only?: 'true' },
    signal?: AbortSignal,
  ): Promise<NotificationList> {
    if (isGuest) return NO_NOTIFICATIONS;
    return api.call('GET /notifications/', { query, signal, scope: false });
  }

  return {
    /** The newest notifications, for the bell. */
    newest: (signal?: AbortSignal) => list({ limit: NOTIFICATION_LIMIT }, signal),

    /** One page of `/notifications`. */
    async page({ unreadOnly, page, place }: NotificationPlace, signal?: AbortSignal) {
      const range = placedQuery({ limit: PAGE_SIZE, skip: (page - 1) * PAGE_SIZE }, place);
      const found = await list({ ...(unreadOnly && { unread_only: 'true' as const }), ...range }, signal);
      const total = unreadOnly ? found.unread_count : found.total_count;
      const { items, ...counts } = placedRows({ items: found.notifications, total }, PAGE_SIZE, place);
      const total_count = reachableRows({ items, ...counts }, { page, size: PAGE_SIZE });
      return { ...found, notifications: items, total_count };
    },

    async markRead(id: string): Promise<void> {
      if (isGuest) return;
      await api.call('POST /notifications/{id}/read', { params: { id }, scope: false });
    },

    async markAllRead(): Promise<void> {
      if (isGuest) return;
      await api.call('POST /notifications/read-all', { scope: false });
    },

    async preferences(signal?: AbortSignal): Promise<Preferences> {
      if (isGuest) return DEFAULT_PREFERENCES;
      const { preferences } = await api.call('GET /notifications/preferences', { signal, scope: false });
      return { ...DEFAULT_PREFERENCES, ...preferences };
    },

    /** Switches one channel. @throws ApiError 403 for guests. */
    async setPreference(type: NotificationEventType, channel: Channel, on: boolean): Promise<void> {
      if (isGuest) throw forbiddenError(GUEST_PREFERENCES);
      await api.call('PUT /notifications/preferences/{type}', {
        params: { type },
        body: { [channel]: on },
        scope: false,
      });
    },

    /** Whether the user gets a weekly digest; guests get none. */
    digest: async (signal?: AbortSignal): Promise<Digest> =>
      isGuest ? NO_DIGEST : api.call('GET /notifications/digest', { signal, scope: false }),

    setDigest: (isOn: boolean): Promise<Digest> =>
      api.call('PUT /notifications/digest', { body: { is_on: isOn }, scope: false }),

    /** Creates a test notification for the user. @throws ApiError 403 for guests. */
    async createTest(): Promise<void> {
      if (isGuest) throw forbiddenError(GUEST_TEST);
      await api.call('POST /notifications/test/create', {
        body: {
          event_type: 'org_invitation',
          title: 'Test notification',
          message: 'Your notifications appear here.',
        },
        scope: false,
      });
    },
  };
}
