/** Points one remote at another address for this tab. */
import { Button } from '@hindsight/shared-ui/core';
import { TextInput } from '@hindsight/shared-ui/form';
import { useState } from 'react';
import type { ReleaseManager, RemoteStatus } from '../federation/releases/releases';
import styles from './StatusDialog.module.css';

export function OverrideForm({ part, manager }: { part: RemoteStatus; manager: ReleaseManager }) {
  const [address, setAddress] = useState(part.override ?? '');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function point(to: string | null): Promise<void> {
    setBusy(true);
    setError((await manager.override(part.name, to)) ?? undefined);
    setBusy(false);
  }

  return (
    <form
      className={styles.override}
      onSubmit={(event) => {
        event.preventDefault();
        void point(address.trim());
      }}
    >
      <TextInput
        label={`Address of ${part.displayName} in this tab`}
        type="url"
        placeholder="http://localhost:3001/"
        value={address}
        error={error}
        disabled={busy}
        onChange={setAddress}
      />
      <span className={styles.actions}>
        <Button htmlType="submit" size="small" loading={busy} disabled={address.trim() === ''}>
          Override
        </Button>
        {part.override && (
          <Button size="small" disabled={busy} onClick={() => void point(null)}>
            Reset
          </Button>
        )}
      </span>
    </form>
  );
}
