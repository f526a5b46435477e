/** Compaction Settings: how many blocks, how many at once, and what to keep in mind. */
import { Button, Icon } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { NumberInput, TextArea } from '@hindsight/shared-ui/form';
import { useState } from 'react';
import { COMPACTION, estimatedMinutes, MAX_INSTRUCTIONS } from '../../model/limits';
import styles from './CompactionSettings.module.css';

export interface CompactionChoice {
  count: number;
  concurrency: number;
  /** Trimmed; empty for none. */
  instructions: string;
}

interface CompactionSettingsProps {
  /** Blocks that there are. */
  total: number;
  onStart(choice: CompactionChoice): void;
  onClose(): void;
}

const isWhole = (value: number | null, min: number, max: number): value is number =>
  value !== null && Number.isInteger(value) && value >= min && value <= max;

function Picks(props: {
  label: string;
  picks: [string, number][];
  value: number | null;
  onPick(n: number): void;
}) {
  if (props.picks.length === 0) return null;
  return (
    <div role="group" aria-label={props.label} className={styles.picks}>
      {props.picks.map(([name, pick]) => (
        <button
          key={name}
          type="button"
          className={styles.pick}
          aria-pressed={props.value === pick}
          onClick={() => props.onPick(pick)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

function Warning({ children }: { children: string }) {
  return (
    <p className={styles.warning} role="status">
      <Icon name="warning" size={18} />
      {children}
    </p>
  );
}

/** Starts only with numbers within the specification's limits. */
export function CompactionSettings({ total, onStart, onClose }: CompactionSettingsProps) {
  const [count, setCount] = useState<number | null>(Math.min(COMPACTION.defaultCount, total));
  const [concurrency, setConcurrency] = useState<number | null>(COMPACTION.defaultConcurrency);
  const [instructions, setInstructions] = useState('');
  const { minConcurrency: least, maxConcurrency: most } = COMPACTION;
  const countIsGood = isWhole(count, 1, total);
  const concurrencyIsGood = isWhole(concurrency, least, most);
  const time = countIsGood && concurrencyIsGood ? estimatedMinutes(count, concurrency) : null;
  const picks: [string, number][] = COMPACTION.countPicks
    .filter((pick) => pick <= total)
    .map((pick) => [String(pick), pick]);
  if (total > COMPACTION.allAbove) picks.push([`All ${total.toLocaleString()}`, total]);

  return (
    <Modal
      title="Compaction Settings"
      description="The texts before stay among the versions of each memory."
      onClose={onClose}
      closeOnBackdrop={instructions === ''}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="primary"
            disabled={!time}
            onClick={() => {
              if (countIsGood && concurrencyIsGood)
                onStart({ count, concurrency, instructions: instructions.trim() });
            }}
          >
            Start Compaction
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <NumberInput
          label="Memory blocks"
          hint={`Between 1 and ${total.toLocaleString()}.`}
          error={countIsGood ? undefined : `Enter a number between 1 and ${total.toLocaleString()}.`}
          value={count}
          onChange={setCount}
          precision={0}
        />
        <Picks label="Number of memory blocks" picks={picks} value={count} onPick={setCount} />
        <NumberInput
          label="At the same time"
          hint={`Between ${least} and ${most}.`}
          error={concurrencyIsGood ? undefined : `Enter a number between ${least} and ${most}.`}
          value={concurrency}
          onChange={setConcurrency}
          precision={0}
        />
        <Picks
          label="Number at the same time"
          picks={COMPACTION.concurrencyPicks.map((pick) => [String(pick), pick])}
          value={concurrency}
          onPick={setConcurrency}
        />
        {concurrencyIsGood && concurrency >= COMPACTION.busyFrom && (
          <Warning>
            Many at the same time may slow the service down or run into the limits of the language model.
          </Warning>
        )}
        {countIsGood && count > COMPACTION.costlyAbove && (
          <Warning>
            {`${count.toLocaleString()} memory blocks are many: a language model may charge for each of them.`}
          </Warning>
        )}
        <TextArea
          label="Instructions (optional)"
          hint="They are followed for every memory block."
          value={instructions}
          onChange={setInstructions}
          maxLength={MAX_INSTRUCTIONS}
          rows={3}
        />
        <p className={styles.estimate}>
          Estimated time: {time ? (time.from === time.to ? time.to : `${time.from}–${time.to}`) : '–'}{' '}
          {time?.to === 1 ? 'minute' : 'minutes'}
        </p>
      </div>
    </Modal>
  );
}
