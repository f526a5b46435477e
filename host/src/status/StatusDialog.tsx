/** The dialog `?parts`: which release of each part runs here, how it came, and what went wrong. */
import { useShell, type OverlayProps } from '@hindsight/shared-contracts/shell';
import { Button, CopyButton, ErrorState } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useState } from 'react';
import { useRegistry } from '../federation/useRegistry';
import { BUILD } from '../settings/build';
import { reportOf } from './facts';
import { PartCard } from './PartCard';
import styles from './StatusDialog.module.css';
import { timingsOf } from './timings';
import { useUpkeep } from './useUpkeep';

const NOTHING = { files: 0, bytes: 0, entryMs: null, slowestMs: null };

function RegistryLine() {
  const { registry, problem } = useRegistry();
  const made = registry.updatedAt ? new Date(registry.updatedAt).toLocaleString() : 'unknown';
  return (
    <p className={styles.registry}>
      Dashboard {BUILD.version}. Registry of {made}
      {registry.serial === undefined ? '' : `, number ${registry.serial}`}
      {problem ? `: ${problem} The last good one is used.` : '.'}
    </p>
  );
}

export function StatusDialog({ close }: OverlayProps) {
  const { config } = useShell();
  const { upkeep, failed } = useUpkeep();
  const [looking, setLooking] = useState(false);
  const parts = (upkeep?.parts() ?? []).map((part) => {
    const { release } = part;
    return [part, release ? timingsOf(release.baseUrl, release.entry) : NOTHING] as const;
  });
  const mayOverride = config.overrideOrigins.length > 0;

  return (
    <Modal
      title="Status of the parts"
      description="Each part of the dashboard is built and shipped by itself."
      size="large"
      onClose={close}
      footer={
        <>
          <CopyButton
            label="Copy this status"
            text={reportOf(parts.map(([part, timings]) => [part, timings]))}
          />
          <Button onClick={close}>Close</Button>
          <Button
            type="primary"
            loading={looking}
            disabled={!upkeep}
            onClick={() => {
              setLooking(true);
              void upkeep?.look().finally(() => setLooking(false));
            }}
          >
            Look for new versions
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <RegistryLine />
        {failed && (
          <ErrorState
            kind="part"
            title="The status cannot be shown"
            detail="Its code could not be fetched. Reload the page to try again."
          />
        )}
        {!upkeep && !failed && <p role="status">Loading…</p>}
        {upkeep &&
          parts.map(([part, timings]) => (
            <PartCard
              key={part.name}
              part={part}
              timings={timings}
              upkeep={upkeep}
              mayOverride={mayOverride}
            />
          ))}
        {upkeep && !mayOverride && (
          <p className={styles.registry}>
            Parts come from their releases alone here: REMOTE_OVERRIDE_ORIGINS of this installation names no
            other address.
          </p>
        )}
      </div>
    </Modal>
  );
}
