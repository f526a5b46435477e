/** Why a search found a memory, and in this place. */
import { Popover } from '@hindsight/shared-ui/core';
import type { RankedMemory } from '../../model/rankedMemory';
import { BlockLink } from './BlockLink';
import styles from './WhyFound.module.css';

const percent = (share: number) => `${Math.round(share * 100)}%`;

/** Nothing in a list that is not ranked. @param title names the memory for screen readers. */
export function WhyFound({ row, title }: { row: RankedMemory; title: string }) {
  const { reasons = [], explanation = '', supersedes } = row;
  if (reasons.length === 0 && explanation === '' && !supersedes) return null;
  return (
    <Popover
      label="Why this memory was found"
      trigger="Why?"
      triggerLabel={`Why was ${title} found?`}
      triggerClassName={styles.trigger}
      width={280}
    >
      <div className={styles.why}>
        {reasons.length > 0 && (
          <dl className={styles.reasons}>
            {reasons.map(({ label, share }) => (
              <div key={label} className={styles.reason}>
                <dt>{label}</dt>
                <dd>{percent(share)}</dd>
              </div>
            ))}
          </dl>
        )}
        {explanation !== '' && <p>{explanation}</p>}
        {supersedes && (
          <p>
            Replaces <BlockLink id={supersedes.id}>{supersedes.title || 'a memory without text'}</BlockLink>
          </p>
        )}
      </div>
    </Popover>
  );
}
