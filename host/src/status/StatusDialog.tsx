/** The dialog `?parts`: which release of each remote runs, why, and what failed. */
import { useShell, type OverlayProps } from '@hindsight/shared-contracts/shell';
import { Button, CopyButton, ErrorState } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useState } from 'react';
import { useRegistry } from '../federation/federation';
import { BUILD } from '../settings/build';
import { formatReport } from './facts';
import { PartCard } from './PartCard';
import styles from './StatusDialog.module.css';
import { readTimings } from './timings';
import { useReleaseManager } from './useReleaseManager';

const NOTHING = { files: 0, bytes: 0, entryMs: null, slowestMs: null };

function RegistryLine() {
  const { registry, problem } = useRegistry();
  const made = registry.updatedAt ? new Date(registry.updatedAt).toLocaleString() : 'unknown';
  return (
    <p className={styles.registry}>
      Dashboard {BUILD.version}. Registry of {made}
      {registry.serial === undefined ? '' : `, number ${registry.serial}`}
      {problem ? `: ${problem} The last good copy is used.` : '.'}
    </p>
  );
}

export function StatusDialog({ close }: OverlayProps) {
  const { config } = useShell();
  const { manager, failed } = useReleaseManager();
  const [polling, setPolling] = useState(false);
  const parts = (manager?.status() ?? []).map((part) => {
    const { release } = part;
    return [part, release ? readTimings(release.baseUrl, release.entry) : NOTHING] as const;
  });
  const mayOverride = config.overrideOrigins.length > 0;

  return (
    <Modal
      title="Status of the parts"
      description="Each part of the dashboard is built and released on its own."
      size="large"
      onClose={close}
      footer={
        <>
          <CopyButton
            label="Copy this status"
            text={formatReport(parts.map(([part, timings]) => [part, timings]))}
          />
          <Button onClick={close}>Close</Button>
          <Button
            type="primary"
            loading={polling}
            disabled={!manager}
            onClick={() => {
              setPolling(true);
              void manager?.poll().finally(() => setPolling(false));
            }}
          >
            Check for new versions
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <RegistryLine />
        {failed && (
          <ErrorState
            kind="part"
            title="Couldn’t load the status"
            detail="Its code didn’t load. Reload the page to try again."
          />
        )}
        {!manager && !failed && <p role="status">Loading…</p>}
        {manager &&
          parts.map(([part, timings]) => (
            <PartCard
              key={part.name}
              part={part}
              timings={timings}
              manager={manager}
              mayOverride={mayOverride}
            />
          ))}
        {manager && !mayOverride && (
          <p className={styles.registry}>
            This installation allows no overrides (REMOTE_OVERRIDE_ORIGINS is empty).
          </p>
        )}
      </div>
    </Modal>
  );
}
