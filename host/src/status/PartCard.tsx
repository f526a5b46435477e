/** One remote: what runs, where it comes from, what failed, and what can be done about it. */
import { Button, Tag } from '@hindsight/shared-ui/core';
import { useFederation } from '../federation/federation';
import type { ReleaseManager, RemoteStatus } from '../federation/releases/releases';
import { CHANNELS, listFacts, STATES } from './facts';
import { OverrideForm } from './OverrideForm';
import styles from './StatusDialog.module.css';
import type { Timings } from './timings';

interface PartCardProps {
  part: RemoteStatus;
  timings: Timings;
  manager: ReleaseManager;
  /** Whether this installation allows any address for overrides. */
  mayOverride: boolean;
}

export function PartCard({ part, timings, manager, mayOverride }: PartCardProps) {
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
