/** Explains why a search ranked a memory here, and lists the hits folded into it. */
import { Popover, RelativeTime } from '@hindsight/shared-ui/core';
import type { RankedMemory } from '../../model/rankedMemory';
import { BlockLink } from './BlockLink';
import styles from './WhyFound.module.css';

const percent = (share: number) => `${Math.round(share * 100)}%`;

/** “+2 similar, 1 contradicts”, with a list of those memories. */
function AlikeMemories({ alike, title }: { alike: NonNullable<RankedMemory['alike']>; title: string }) {
  const opposite = alike.filter(({ contradicts }) => contradicts).length;
  const same = alike.length - opposite;
  const counts = [
    same > 0 && `${same} similar`,
    opposite > 0 && `${opposite} ${opposite === 1 ? 'contradicts' : 'contradict'}`,
  ];
  return (
    <Popover
      label="Older memories that say nearly the same thing or the opposite"
      trigger={`+${counts.filter(Boolean).join(', ')}`}
      triggerLabel={`${counts.filter(Boolean).join(', ')}: older memories like ${title}`}
      triggerClassName={styles.trigger}
      width={320}
    >
      <ul className={styles.why}>
        {alike.map((one) => (
          <li key={one.id}>
            <BlockLink id={one.id}>{one.title || 'an empty memory'}</BlockLink>{' '}
            {one.contradicts && 'contradicts, '}
            <RelativeTime iso={one.said_at} />
          </li>
        ))}
      </ul>
    </Popover>
  );
}

/** Renders nothing in a list without ranking. @param title names the memory for screen readers. */
export function WhyFound({ row, title }: { row: RankedMemory; title: string }) {
  const { reasons = [], explanation = '', supersedes, alike } = row;
  if (reasons.length === 0 && explanation === '' && !supersedes) return null;
  return (
    <>
      {alike && <AlikeMemories alike={alike} title={title} />}
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
              Replaces <BlockLink id={supersedes.id}>{supersedes.title || 'an empty memory'}</BlockLink>
            </p>
          )}
        </div>
      </Popover>
    </>
  );
}
