/** One part: what runs, where it came from, what went wrong, and what can be done about it. */
import { Button, Tag } from '@hindsight/shared-ui/core';
import type { PartStatus, Upkeep } from '../federation/types';
import { retryRemote } from '../federation/useRemote';
import { CHANNELS, factsOf, STATES } from './facts';
import { OverrideForm } from './OverrideForm';
import styles from './StatusDialog.module.css';
import type { Timings } from './timings';

interface PartCardProps {
  part: PartStatus;
  timings: Timings;
  upkeep: Upkeep;
  /** Whether this installation allows any address for overrides. */
  mayOverride: boolean;
}

export function PartCard({ part, timings, upkeep, mayOverride }: PartCardProps) {
  const { name, displayName, state, channel, waiting, aside } = part;
  const heading = `part-${name}`;
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <h3 id={heading} className={styles.heading}>
        <span className={styles.name}>{displayName}</span>
        <Tag tone={STATES[state].tone}>{STATES[state].word}</Tag>
        {channel !== 'stable' && <Tag tone="warn">{CHANNELS[channel]}</Tag>}
      </h3>
      <dl className={styles.facts}>
        {factsOf(part, timings).map(([label, value]) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {waiting && (
        <p className={styles.line}>
          <span>Version {waiting.version} is ready.</span>
          <Button size="small" onClick={() => void upkeep.takeOver(name)}>
            Use it now
          </Button>
        </p>
      )}
      {aside.map(({ version, reason }) => (
        <p key={version} className={styles.line}>
          <span>
            Version {version} was put aside for this tab: {reason}
          </span>
          <Button size="small" onClick={() => void upkeep.takeOut(name, version)}>
            Take it out
          </Button>
        </p>
      ))}
      {state === 'failed' && aside.length === 0 && (
        <p className={styles.line}>
          <Button size="small" onClick={() => void retryRemote(name, true)}>
            Retry
          </Button>
        </p>
      )}
      {(mayOverride || part.override) && <OverrideForm key={part.override} part={part} upkeep={upkeep} />}
    </section>
  );
}
