/** Notification Settings: which events reach the person, and by which channel. */
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button, ErrorState, Icon, VisuallyHidden } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useEffect, useState } from 'react';
import { usePreferences, useSetPreference, useTestNotification } from '../../api/notificationPreferences';
import { reasonOf } from '../../model/failure';
import { MESSAGE_MS, SAVE_FAILED, SAVED } from '../../model/notificationPreferences';
import { PreferenceTable } from './PreferenceTable';
import styles from './NotificationSettings.module.css';

interface Message {
  isGood: boolean;
  text: string;
}

/** A message that goes by itself after three seconds. */
function useMessage() {
  const [message, setMessage] = useState<Message | null>(null);
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(null), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, setMessage] as const;
}

/** Every switch is saved at once. Guests see the defaults and can change nothing. */
export function NotificationSettings({ onClose }: { onClose(): void }) {
  const { session } = useShell();
  const isGuest = session.status === 'guest';
  const preferences = usePreferences();
  const { mutate } = useSetPreference();
  const test = useTestNotification();
  const [message, setMessage] = useMessage();

  return (
    <Modal
      title="Notification Settings"
      description="Choose what you hear about. Changes are saved at once."
      onClose={onClose}
      footer={
        <>
          <span role="status" className={styles.message} data-good={message?.isGood}>
            {message && <Icon name={message.isGood ? 'check' : 'error'} size={16} />}
            {message?.text}
          </span>
          <Button
            disabled={isGuest}
            loading={test.isPending}
            onClick={() =>
              test.mutate(undefined, {
                onSuccess: () => setMessage({ isGood: true, text: 'Test notification sent' }),
                onError: (error) => setMessage({ isGood: false, text: reasonOf(error) }),
              })
            }
          >
            Send a test
          </Button>
          <Button type="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {preferences.data ? (
        <PreferenceTable
          preferences={preferences.data}
          disabled={isGuest}
          onChange={(change) =>
            mutate(change, {
              onSuccess: () => setMessage({ isGood: true, text: SAVED }),
              onError: () => setMessage({ isGood: false, text: SAVE_FAILED }),
            })
          }
        />
      ) : preferences.error ? (
        <ErrorState
          title="Failed to load notification settings"
          detail={preferences.error.message}
          onRetry={() => void preferences.refetch()}
          retrying={preferences.isFetching}
        />
      ) : (
        <div role="status" className={styles.waiting}>
          <VisuallyHidden>Loading notification settings</VisuallyHidden>
        </div>
      )}
    </Modal>
  );
}
