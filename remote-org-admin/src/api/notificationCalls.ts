/** The calls about notifications, with the rules for guests: they concern the person, so they carry no workspace. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import type { Shell } from '@hindsight/shared-contracts/shell';
import {
  NO_NOTIFICATIONS,
  NOTIFICATION_LIMIT,
  readNotifications,
  type NotificationList,
} from '../model/notificationList';
import { PAGE_SIZE, type NotificationView } from '../model/notificationPage';
import {
  readPreferences,
  type Channel,
  type EventType,
  type Preferences,
} from '../model/notificationPreferences';

export const GUEST_PREFERENCES = 'Guest users cannot modify preferences';
export const GUEST_TEST = 'Guest users cannot create notifications';

/** At most this many calls at once where a service cannot mark all as read by itself. */
const AT_ONCE = 4;
/** As many unread ones as such a service is asked for. */
const ALL = 1000;

type Place = Pick<Shell, 'api' | 'session' | 'offers'>;

const refused = (sentence: string) => new ApiError(403, sentence, '', null);

/** All calls for whoever looks at the page. Guests get nothing and the defaults, and may change nothing. */
export function notificationCalls({ api, session, offers }: Place) {
  const isGuest = session.status === 'guest';

  async function list(
    query: { limit: number; skip?: number; unread_only?: 'true' },
    signal?: AbortSignal,
  ): Promise<NotificationList> {
    if (isGuest) return NO_NOTIFICATIONS;
    return readNotifications(await api.call('GET /notifications/', { query, signal, scope: false }));
  }

  const markRead = async (id: string): Promise<void> => {
    if (isGuest) return;
    await api.call('POST /notifications/{id}/read', { params: { id }, scope: false });
  };

  async function markEach(): Promise<void> {
    const { rows } = await list({ limit: ALL, unread_only: 'true' });
    for (let first = 0; first < rows.length; first += AT_ONCE) {
      await Promise.all(rows.slice(first, first + AT_ONCE).map(({ id }) => markRead(id)));
    }
  }

  return {
    /** The newest ones, for the bell. */
    newest: (signal?: AbortSignal) => list({ limit: NOTIFICATION_LIMIT }, signal),

    /** One page. A service that cannot skip is asked for everything up to the page, and one more to know whether it goes on. */
    async page({ unreadOnly, page }: NotificationView, signal?: AbortSignal): Promise<NotificationList> {
      const filter = unreadOnly ? ({ unread_only: 'true' } as const) : {};
      const skip = (page - 1) * PAGE_SIZE;
      if (offers('notifications.read-all')) {
        const found = await list({ ...filter, limit: PAGE_SIZE, skip }, signal);
        return unreadOnly ? { ...found, total: found.unread } : found;
      }
      const upTo = await list({ ...filter, limit: skip + PAGE_SIZE + 1 }, signal);
      const total = unreadOnly ? Math.max(upTo.unread, upTo.rows.length) : upTo.rows.length;
      return { ...upTo, rows: upTo.rows.slice(skip, skip + PAGE_SIZE), total };
    },

    markRead,

    async markAllRead(): Promise<void> {
      if (isGuest) return;
      if (!offers('notifications.read-all')) return markEach();
      await api.call('POST /notifications/read-all', { scope: false });
    },

    async preferences(signal?: AbortSignal): Promise<Preferences> {
      if (isGuest) return readPreferences(null);
      return readPreferences(await api.call('GET /notifications/preferences', { signal, scope: false }));
    },

    /** Switches one channel. @throws ApiError 403 for guests. */
    async setPreference(type: EventType, channel: Channel, on: boolean): Promise<void> {
      if (isGuest) throw refused(GUEST_PREFERENCES);
      await api.call('PUT /notifications/preferences/{type}', {
        params: { type },
        body: { [channel]: on },
        scope: false,
      });
    },

    /** Makes a notification for oneself, to see that they arrive. @throws ApiError 403 for guests. */
    async createTest(): Promise<void> {
      if (isGuest) throw refused(GUEST_TEST);
      await api.call('POST /notifications/test/create', {
        body: {
          event_type: 'org_invitation',
          title: 'Test notification',
          message: 'Notifications reach you here.',
        },
        scope: false,
      });
    },
  };
}
