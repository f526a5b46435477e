/** Queries and mutations of notifications. Keys include the user, so that switching accounts never shows another account's rows. */
import type { Notification } from '@hindsight/shared-contracts/api';
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell, type Shell } from '@hindsight/shared-contracts/shell';
import {
  NOTIFICATION_REFRESH_MS,
  withAllRead,
  withRead,
  type NotificationList,
} from '../model/notificationList';
import { notificationCalls, type NotificationPlace } from './notificationCalls';

const KEY = 'notifications';
export const listsKey = (userId: string) => [KEY, userId, 'list'] as const;

/** Follows live updates or else polls while the tab is visible; refetches as soon as it becomes visible. */
const followChanges = ({ live }: Shell) =>
  ({
    meta: { follows: ['notifications'] },
    refetchInterval: live?.isOpen ? false : NOTIFICATION_REFRESH_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  }) as const;

/** The user's newest notifications. */
export function useNotifications(userId: string) {
  const shell = useShell();
  const calls = notificationCalls(shell);
  return useQuery({
    queryKey: [...listsKey(userId), 'newest'],
    queryFn: ({ signal }) => calls.newest(signal),
    ...followChanges(shell),
  });
}

/** One page of notifications; keeps the previous page while loading. */
export function useNotificationPage(userId: string, where: NotificationPlace) {
  const shell = useShell();
  const calls = notificationCalls(shell);
  return useQuery({
    queryKey: [...listsKey(userId), where],
    queryFn: ({ signal }) => calls.page(where, signal),
    placeholderData: (before) => before,
    ...followChanges(shell),
  });
}

/** Updates every cached list optimistically; a failure refetches them. */
function useOptimisticUpdate<T>(
  userId: string,
  change: (list: NotificationList, of: T) => NotificationList,
  send: (of: T) => Promise<void>,
) {
  const queries = useQueryClient();
  const queryKey = listsKey(userId);
  return useMutation({
    mutationFn: send,
    onMutate: async (of: T) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueriesData<NotificationList>({ queryKey }, (list) => list && change(list, of));
    },
    onError: () => void queries.invalidateQueries({ queryKey }),
  });
}

/** Marks one notification as read. */
export function useMarkRead(userId: string) {
  const calls = notificationCalls(useShell());
  return useOptimisticUpdate<Notification>(userId, withRead, ({ id }) => calls.markRead(id));
}

/** Marks all notifications as read. */
export function useMarkAllRead(userId: string) {
  const calls = notificationCalls(useShell());
  return useOptimisticUpdate<void>(userId, withAllRead, () => calls.markAllRead());
}
