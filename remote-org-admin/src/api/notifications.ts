/** Notifications as queries and changes. Every key is led by the person, so that nobody meets another person's. */
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import {
  NOTIFICATION_REFRESH_MS,
  withAllRead,
  withRead,
  type NotificationList,
  type NotificationRow,
} from '../model/notificationList';
import type { NotificationView } from '../model/notificationPage';
import { notificationCalls } from './notificationCalls';

const KEY = 'notifications';
export const listsOf = (userId: string) => [KEY, userId, 'list'] as const;

/** Every 30 s while the tab is visible, not while it is hidden, and at once when it becomes visible. */
const REFRESH = {
  refetchInterval: NOTIFICATION_REFRESH_MS,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: 'always',
} as const;

/** The newest notifications of a person. */
export function useNotifications(userId: string) {
  const calls = notificationCalls(useShell());
  return useQuery({
    queryKey: [...listsOf(userId), 'newest'],
    queryFn: ({ signal }) => calls.newest(signal),
    ...REFRESH,
  });
}

/** One page of them; the rows of the page before stay while it loads. */
export function useNotificationPage(userId: string, view: NotificationView) {
  const calls = notificationCalls(useShell());
  return useQuery({
    queryKey: [...listsOf(userId), view],
    queryFn: ({ signal }) => calls.page(view, signal),
    placeholderData: (before) => before,
    ...REFRESH,
  });
}

/** Changes every list at once, before the service has answered; when it refuses, the lists are asked for again. */
function useReading<T>(
  userId: string,
  change: (list: NotificationList, of: T) => NotificationList,
  send: (of: T) => Promise<void>,
) {
  const queries = useQueryClient();
  const queryKey = listsOf(userId);
  return useMutation({
    mutationFn: send,
    onMutate: async (of: T) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueriesData<NotificationList>({ queryKey }, (list) => list && change(list, of));
    },
    onError: () => void queries.invalidateQueries({ queryKey }),
  });
}

export function useMarkRead(userId: string) {
  const calls = notificationCalls(useShell());
  return useReading<NotificationRow>(userId, withRead, ({ id }) => calls.markRead(id));
}

export function useMarkAllRead(userId: string) {
  const calls = notificationCalls(useShell());
  return useReading<void>(userId, withAllRead, () => calls.markAllRead());
}
