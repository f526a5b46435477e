/** Queries and mutations of notification preferences, and the test notification. */
import type { Digest, NotificationEventType } from '@hindsight/shared-contracts/api';
import { useMutation, useQuery, useQueryClient } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';
import type { Channel, Preferences } from '../model/notificationPreferences';
import { notificationCalls } from './notificationCalls';
import { listsKey } from './notifications';

const preferencesKey = (viewer: string) => ['notifications', viewer, 'preferences'] as const;

function useViewer(): string {
  const { session } = useShell();
  return session.user?.user_id ?? session.status;
}

/** Enabled channels per event. */
export function usePreferences() {
  const calls = notificationCalls(useShell());
  return useQuery({
    queryKey: preferencesKey(useViewer()),
    queryFn: ({ signal }) => calls.preferences(signal),
  });
}

export interface PreferenceChange {
  type: NotificationEventType;
  channel: Channel;
  on: boolean;
}

/** Switches one channel. Optimistic, with rollback on failure. */
export function useSetPreference() {
  const calls = notificationCalls(useShell());
  const queries = useQueryClient();
  const queryKey = preferencesKey(useViewer());
  const apply = ({ type, channel, on }: PreferenceChange) =>
    queries.setQueryData<Preferences>(
      queryKey,
      (all) => all && { ...all, [type]: { ...all[type], [channel]: on } },
    );
  return useMutation({
    mutationFn: ({ type, channel, on }: PreferenceChange) => calls.setPreference(type, channel, on),
    onMutate: apply,
    onError: (_error, change) => apply({ ...change, on: !change.on }),
  });
}

const digestKey = (viewer: string) => ['notifications', viewer, 'digest'] as const;

/** Whether the user gets a weekly digest. */
export function useDigest() {
  const calls = notificationCalls(useShell());
  return useQuery({ queryKey: digestKey(useViewer()), queryFn: ({ signal }) => calls.digest(signal) });
}

/** Turns the weekly digest on or off. Optimistic, with rollback on failure. */
export function useSetDigest() {
  const calls = notificationCalls(useShell());
  const queries = useQueryClient();
  const queryKey = digestKey(useViewer());
  const apply = (isOn: boolean) =>
    queries.setQueryData<Digest>(queryKey, (digest) => digest && { ...digest, is_on: isOn });
  return useMutation({
    mutationFn: (isOn: boolean) => calls.setDigest(isOn),
    onMutate: apply,
    onSuccess: (digest) => queries.setQueryData<Digest>(queryKey, digest),
    onError: (_error, isOn) => apply(!isOn),
  });
}

/** Sends the user a test notification. */
export function useTestNotification() {
  const calls = notificationCalls(useShell());
  const queries = useQueryClient();
  const viewer = useViewer();
  return useMutation({
    mutationFn: () => calls.createTest(),
    onSuccess: () => void queries.invalidateQueries({ queryKey: listsKey(viewer) }),
  });
}
