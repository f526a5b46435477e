/** Compaction Settings: number of memory blocks, concurrency, and instructions for all of them. */
import { MAX_INSTRUCTIONS } from '@hindsight/shared-contracts/rules';
import { Button, Icon } from '@hindsight/shared-ui/core';
import { Modal } from '@hindsight/shared-ui/dialog';
import { NumberInput, TextArea } from '@hindsight/shared-ui/form';
import { useState } from 'react';
import { COMPACTION, estimatedMinutes } from '../../model/limits';
import { ModelCost } from '../jobs/ModelCost';
import { compactionTexts } from './texts';
import styles from './CompactionSettings.module.css';

const texts = compactionTexts.settings;

interface CompactionChoice {
  count: number;
  concurrency: number;
  /** Trimmed; empty if none. */
  instructions: string;
}

interface CompactionSettingsProps {
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

/** Requires numbers within the limits of the specification. */
export function CompactionSettings({ total, onStart, onClose }: CompactionSettingsProps) {
  const [count, setCount] = useState<number | null>(Math.min(COMPACTION.defaultCount, total));
  const [concurrency, setConcurrency] = useState<number | null>(COMPACTION.defaultConcurrency);
  const [instructions, setInstructions] = useState('');
  const { minConcurrency: min, maxConcurrency: max } = COMPACTION;
  const isCountValid = isWhole(count, 1, total);
  const isConcurrencyValid = isWhole(concurrency, min, max);
  const time = isCountValid && isConcurrencyValid ? estimatedMinutes(count, concurrency) : null;
  const picks: [string, number][] = COMPACTION.countPicks
    .filter((pick) => pick <= total)
    .map((pick) => [String(pick), pick]);
  if (total > COMPACTION.allAbove) picks.push([texts.all(total), total]);

  return (
    <Modal
      title={texts.title}
      description={texts.description}
      onClose={onClose}
      closeOnBackdrop={instructions === ''}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="primary"
            disabled={!time}
            onClick={() => {
              if (isCountValid && isConcurrencyValid)
                onStart({ count, concurrency, instructions: instructions.trim() });
            }}
          >
            {texts.start}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <NumberInput
          label={texts.count}
          hint={texts.between(1, total)}
          error={isCountValid ? undefined : texts.enterBetween(1, total)}
          value={count}
          onChange={setCount}
          precision={0}
        />
        <Picks label={texts.countPicks} picks={picks} value={count} onPick={setCount} />
        <NumberInput
          label={texts.concurrency}
          hint={texts.between(min, max)}
          error={isConcurrencyValid ? undefined : texts.enterBetween(min, max)}
          value={concurrency}
          onChange={setConcurrency}
          precision={0}
        />
        <Picks
          label={texts.concurrencyPicks}
          picks={COMPACTION.concurrencyPicks.map((pick) => [String(pick), pick])}
          value={concurrency}
          onPick={setConcurrency}
        />
        {isConcurrencyValid && concurrency >= COMPACTION.busyFrom && <Warning>{texts.busy}</Warning>}
        {isCountValid && count > COMPACTION.costlyAbove && <Warning>{texts.costly(count)}</Warning>}
        <TextArea
          label={compactionTexts.instructions}
          hint={texts.instructionsHint}
          value={instructions}
          onChange={setInstructions}
          maxLength={MAX_INSTRUCTIONS}
          rows={3}
        />
        <p className={styles.estimate}>{texts.estimate(time)}</p>
        <ModelCost kind="bulk_compaction" count={isCountValid ? count : 0} className={styles.estimate} />
      </div>
    </Modal>
  );
}
