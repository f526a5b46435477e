/** Notification Settings: channels per event. */
import { describeError } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button, ErrorState, Icon, CardSkeleton } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useEffect, useState } from 'react';
import { usePreferences, useSetPreference, useTestNotification } from '../../api/notificationPreferences';
import { MESSAGE_MS } from '../../model/notificationPreferences';
import { DigestSwitch } from './DigestSwitch';
import { PreferenceTable } from './PreferenceTable';
import { settingsTexts } from './texts';
import styles from './NotificationSettings.module.css';

interface Message {
  isSuccess: boolean;
  text: string;
}

/** A message that disappears after three seconds. */
function useMessage() {
  const [message, setMessage] = useState<Message | null>(null);
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(null), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, setMessage] as const;
}

/** Saves every switch immediately. Guests see the defaults and cannot change them. */
export function NotificationSettings({ onClose }: { onClose(): void }) {
  const { session } = useShell();
  const isGuest = session.status === 'guest';
  const preferences = usePreferences();
  const { mutate } = useSetPreference();
  const test = useTestNotification();
  const [message, setMessage] = useMessage();
  const saved = (isSuccess: boolean) =>
    setMessage({ isSuccess, text: isSuccess ? settingsTexts.saved : settingsTexts.saveFailed });

  return (
    <Modal
      title="Notification Settings"
      description={settingsTexts.description}
      onClose={onClose}
      footer={
        <>
          <span role="status" className={styles.message} data-good={message?.isSuccess}>
            {message && <Icon name={message.isSuccess ? 'check' : 'error'} size={16} />}
            {message?.text}
          </span>
          <Button
            disabled={isGuest}
            loading={test.isPending}
            onClick={() =>
              test.mutate(undefined, {
                onSuccess: () => setMessage({ isSuccess: true, text: settingsTexts.testSent }),
                onError: (error) => setMessage({ isSuccess: false, text: describeError(error) }),
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
        <>
          <PreferenceTable
            preferences={preferences.data}
            disabled={isGuest}
            onChange={(change) =>
              mutate(change, { onSuccess: () => saved(true), onError: () => saved(false) })
            }
          />
          <DigestSwitch onSaved={saved} />
        </>
      ) : preferences.error ? (
        <ErrorState title={settingsTexts.loadFailed} query={preferences} />
      ) : (
        <CardSkeleton rows="short" label="Loading notification settings" count={7} />
      )}
    </Modal>
  );
}
