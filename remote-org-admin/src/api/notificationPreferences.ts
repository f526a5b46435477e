/** Notification preferences as a query and a change, and the notification that tries them out. */
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import type { Channel, EventType, Preferences } from '../model/notificationPreferences';
import { notificationCalls } from './notificationCalls';
import { listsOf } from './notifications';

const keyOf = (viewer: string) => ['notifications', viewer, 'preferences'] as const;

function useViewer(): string {
  const { session } = useShell();
  return session.user?.user_id ?? session.status;
}

/** Which channels are on. */
export function usePreferences() {
  const calls = notificationCalls(useShell());
  return useQuery({ queryKey: keyOf(useViewer()), queryFn: ({ signal }) => calls.preferences(signal) });
}

export interface PreferenceChange {
  type: EventType;
  channel: Channel;
  on: boolean;
}

/** Switches one channel; the switch stands at once and goes back when the service refuses. */
export function useSetPreference() {
  const calls = notificationCalls(useShell());
  const queries = useQueryClient();
  const queryKey = keyOf(useViewer());
  const show = ({ type, channel, on }: PreferenceChange) =>
    queries.setQueryData<Preferences>(
      queryKey,
      (all) => all && { ...all, [type]: { ...all[type], [channel]: on } },
    );
  return useMutation({
    mutationFn: ({ type, channel, on }: PreferenceChange) => calls.setPreference(type, channel, on),
    onMutate: show,
    onError: (_error, change) => show({ ...change, on: !change.on }),
  });
}

/** Sends oneself a notification. */
export function useTestNotification() {
  const calls = notificationCalls(useShell());
  const queries = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    mutationFn: () => calls.createTest(),
    onSuccess: () => void queries.invalidateQueries({ queryKey: listsOf(viewer) }),
  });
}
