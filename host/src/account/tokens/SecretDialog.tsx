/** Shows the secret of a new token, once. */
import { Link, useLocation } from '@hindsight/shared-contracts/router';
import { useUnsavedChanges } from '@hindsight/shared-contracts/shell';
import { Alert, Button, CopyButton } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useId, useState } from 'react';
import { shownForm, type NewToken } from './model/token';
import styles from './SecretDialog.module.css';

/** Describes the loss when someone leaves the page after requesting a secret. */
export const ONCE = 'the new token, which is shown only once';

/** Asks for confirmation before it closes while the secret is not copied: it cannot be shown again. */
export function SecretDialog({ created, onClose }: { created: NewToken; onClose(): void }) {
  const { token, secret } = created;
  const [copied, setCopied] = useState(false);
  const [warned, setWarned] = useState(false);
  const id = useId();
  const { pathname } = useLocation();
  useUnsavedChanges(!copied, ONCE);
  const close = () => (copied || warned ? onClose() : setWarned(true));

  return (
    <Modal
      title="Copy your token"
      description={`The secret of “${token.name}” is shown only once.`}
      closeOnBackdrop={false}
      onClose={close}
      footer={
        warned && !copied ? (
          <>
            <Button danger onClick={onClose}>
              Close without copying
            </Button>
            <Button type="primary" onClick={() => setWarned(false)}>
              Go back
            </Button>
          </>
        ) : (
          <>
            {copied && <Link to={{ pathname, search: '?get-started' }}>Set up a client with it</Link>}
            <Button type="primary" onClick={close}>
              Done
            </Button>
          </>
        )
      }
    >
      <div className={styles.body}>
        <label htmlFor={id} className={styles.label}>
          Token
        </label>
        <div className={styles.row}>
          <input
            id={id}
            className={styles.secret}
            value={secret}
            readOnly
            spellCheck={false}
            data-autofocus
            onFocus={(event) => event.target.select()}
            onCopy={() => setCopied(true)}
          />
          <CopyButton text={secret} label="Copy token" onCopied={() => setCopied(true)} />
        </div>
        <p className={styles.note}>
          Treat it like a password. The list shows it as <code translate="no">{shownForm(token)}</code>.
        </p>
        {warned && !copied && (
          <Alert tone="warn">
            You have not copied the token. It cannot be shown again after this dialog closes; you would have
            to rotate it.
          </Alert>
        )}
        {copied && (
          <Alert tone="good">
            Copied. Paste it into your client’s configuration, then close this dialog.
          </Alert>
        )}
      </div>
    </Modal>
  );
}
