/** The call that reads the signed-in person's notifications. It concerns the person, not a workspace. */
import { useQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import { NOTIFICATION_LIMIT, NOTIFICATION_REFRESH_MS, readNotifications } from '../model/notificationList';

/**
 * The newest notifications of a person: refreshed every 30 s while the tab is visible, and at once when it becomes so.
 * @param userId keys the answer, so that nobody sees another person's.
 */
export function useNotifications(userId: string) {
  const { api } = useShell();
  return useQuery({
    queryKey: ['notifications', userId],
    queryFn: async ({ signal }) => {
      const query = { limit: NOTIFICATION_LIMIT };
      return readNotifications(await api.call('GET /notifications/', { query, signal, scope: false }));
    },
    refetchInterval: NOTIFICATION_REFRESH_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  });
}
