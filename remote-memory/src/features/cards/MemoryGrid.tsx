/** Grid of memory cards, and its skeleton. */
import { ItemCard, TagList, VisuallyHidden } from '@hindsight/shared-ui/core';
import type { RankedMemory } from '../../model/rankedMemory';
import type { Wanted } from '../../model/searchMarks';
import { MemoryCard, type RenderTools } from './MemoryCard';
import headStyles from './CardHead.module.css';
import styles from './MemoryGrid.module.css';

export interface MemoryGridProps {
  rows: readonly RankedMemory[];
  search?: Wanted;
  titleLevel: 2 | 3;
  /** The rows belong to the previous view while the next ones load. */
  isOutdated?: boolean;
  renderTools?: RenderTools;
  selected?: ReadonlySet<string>;
}

/** A list of cards with as many columns as fit. */
export function MemoryGrid(props: MemoryGridProps) {
  const { rows, search, titleLevel, isOutdated = false, renderTools, selected } = props;
  return (
    <ul
      className={styles.grid}
      aria-label="Memory blocks"
      aria-busy={isOutdated}
      data-outdated={isOutdated || undefined}
    >
      {rows.map((row) => (
        <li key={row.id} className={styles.cell} data-row={row.id}>
          <MemoryCard
            row={row}
            search={search}
            titleLevel={titleLevel}
            renderTools={renderTools}
            isSelected={selected?.has(row.id)}
          />
        </li>
      ))}
    </ul>
  );
}

const NO_TAGS: readonly string[] = [];

/** Skeleton with cards of the same size. */
export function MemoryGridSkeleton({ count }: { count: number }) {
  return (
    <div role="status">
      <VisuallyHidden>Loading memory blocks</VisuallyHidden>
      <div className={styles.grid} aria-hidden>
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className={styles.waiting}>
            <ItemCard facts={<span className={styles.factsHeight} />}>
              <div className={headStyles.title}>
                <span className={styles.line} />
              </div>
              <span className={`${styles.line} ${styles.short}`} />
              <span className={styles.block} />
              <TagList label="Keywords" tags={NO_TAGS} limit={0} />
            </ItemCard>
          </div>
        ))}
      </div>
    </div>
  );
}
