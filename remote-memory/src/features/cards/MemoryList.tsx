/** Memories below each other, two lines each. */
import type { RankedMemory } from '../../model/rankedMemory';
import type { Wanted } from '../../model/searchMarks';
import type { ToolsOf } from './MemoryCard';
import { MemoryRow } from './MemoryRow';
import styles from './MemoryRow.module.css';

interface MemoryListProps {
  rows: readonly RankedMemory[];
  search: Wanted;
  /** The rows are of an earlier view; the next ones are on their way. */
  isOutdated: boolean;
  renderTools: ToolsOf;
  selected: ReadonlySet<string>;
}

export function MemoryList({ rows, search, isOutdated, renderTools, selected }: MemoryListProps) {
  return (
    <ul
      className={styles.list}
      aria-label="Memory blocks"
      aria-busy={isOutdated}
      data-outdated={isOutdated || undefined}
    >
      {rows.map((row) => (
        <li key={row.id} data-row={row.id}>
          <MemoryRow row={row} search={search} renderTools={renderTools} isSelected={selected.has(row.id)} />
        </li>
      ))}
    </ul>
  );
}
