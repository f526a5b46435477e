/** Dialog `?parts`: which release of each remote runs, why, and what failed. */
import { useShell } from '@hindsight/shared-contracts/shell';
import type { OverlayProps } from '@hindsight/shared-contracts/shell';
import { Button, CopyButton, ErrorState, Tag } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { useState, useEffect, useReducer } from 'react';
import { useRegistry, useFederation } from '../federation/federation';
import { BUILD } from '../settings/build';
import { formatReport, CHANNELS, listFacts, STATES } from './facts';
import styles from './StatusDialog.module.css';
import { readTimings } from './timings';
import type { ReleaseManager, RemoteStatus } from '../federation/releases/releases';
import type { Timings } from './timings';
import { TextInput } from '@hindsight/shared-ui/form';

/** Loads one remote from another address in this tab. */
function OverrideForm({ part, manager }: { part: RemoteStatus; manager: ReleaseManager }) {
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

interface PartCardProps {
  part: RemoteStatus;
  timings: Timings;
  manager: ReleaseManager;
  /** Whether this installation allows overrides at all. */
  mayOverride: boolean;
}

/** One remote: running release, source, failures, and available actions. */
function PartCard({ part, timings, manager, mayOverride }: PartCardProps) {
  const { remotes } = useFederation();
  const { name, displayName, state, channel, waiting, quarantined } = part;
  const heading = `part-${name}`;
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <h3 id={heading} className={styles.heading}>
        <span className={styles.name}>{displayName}</span>
        <Tag tone={STATES[state].tone}>{STATES[state].word}</Tag>
        {channel !== 'stable' && <Tag tone="warn">{CHANNELS[channel]}</Tag>}
      </h3>
      <dl className={styles.facts}>
        {listFacts(part, timings).map(([label, value]) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {waiting && (
        <p className={styles.line}>
          <span>Version {waiting.version} is ready.</span>
          <Button size="small" onClick={() => void manager.activate(name)}>
            Use it now
          </Button>
        </p>
      )}
      {quarantined.map(({ version, reason }) => (
        <p key={version} className={styles.line}>
          <span>
            Version {version} is quarantined in this tab: {reason}
          </span>
          <Button size="small" onClick={() => void manager.releaseFromQuarantine(name, version)}>
            Release from quarantine
          </Button>
        </p>
      ))}
      {state === 'failed' && quarantined.length === 0 && (
        <p className={styles.line}>
          <Button size="small" onClick={() => void remotes.retry(name, true)}>
            Retry
          </Button>
        </p>
      )}
      {(mayOverride || part.override) && <OverrideForm key={part.override} part={part} manager={manager} />}
    </section>
  );
}

interface Loading {
  manager: ReleaseManager | null;
  failed: boolean;
}

/** Null while the code is loading; `failed` when it failed to load. */
function useReleaseManager(): Loading {
  const { releases } = useFederation();
  const [state, setState] = useState<Loading>({ manager: null, failed: false });
  const [, render] = useReducer((count: number) => count + 1, 0);
  const { manager } = state;
  useEffect(() => {
    let unmounted = false;
    releases.manager().then(
      (loaded) => unmounted || setState({ manager: loaded, failed: false }),
      () => unmounted || setState({ manager: null, failed: true }),
    );
    return () => void (unmounted = true);
  }, [releases]);
  useEffect(() => manager?.subscribe(render), [manager]);
  return state;
}

const NOTHING = { files: 0, bytes: 0, entryMs: null, slowestMs: null };

function RegistryLine() {
  const { registry, problem } = useRegistry();
  const made = registry.updatedAt ? new Date(registry.updatedAt).toLocaleString() : 'unknown';
  return (
    <p className={styles.registry}>
      Dashboard {BUILD.version}. Registry of {made}
      {registry.serial === undefined ? '' : `, number ${registry.serial}`}
      {problem ? `: ${problem} Using the last good copy.` : '.'}
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
      description="Each part of the dashboard is built and released separately."
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
