/** What else is remembered about the same: the best hits for the memory's own title. */
import { useMemoryPage } from '../../api/memoryPage';
import { titleOf, wholeTitleOf } from '../../model/cardText';
import type { Memory } from '../../model/memory';
import { NO_FILTERS } from '../../model/memoryFilters';
import { BlockLink } from '../cards/BlockLink';
import styles from './ReadView.module.css';
import { SIMILAR } from './texts';

/** The memory itself is among the hits. */
const ASKED = 4;

/** Nothing before they are known, and where there are none. */
export function SimilarMemories({ block }: { block: Memory }) {
  const { data } = useMemoryPage(
    { ...NO_FILTERS, search: titleOf(block), mode: 'hybrid', sort: 'recent', page: 1, size: ASKED },
    true,
  );
  const similar = (data?.items ?? []).filter(({ id }) => id !== block.id).slice(0, ASKED - 1);
  if (similar.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{SIMILAR}</h3>
      <ul className={styles.similar} aria-label={SIMILAR}>
        {similar.map((row) => (
          <li key={row.id} dir="auto">
            <BlockLink id={row.id}>{wholeTitleOf(row)}</BlockLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
