/** Memories as a list of two-line rows. */
import type { RankedMemory } from '../../model/rankedMemory';
import type { Wanted } from '../../model/searchMarks';
import type { RenderTools } from './MemoryCard';
import styles from './MemoryRow.module.css';
import { memo } from 'react';
import { RelativeTime, ScoreTag, Tag, VisuallyHidden } from '@hindsight/shared-ui/core';
import { textAfterTitle, memoryTitle, fullTitle, withoutTitle } from '../../model/cardText';
import { PROBLEM_NAMES } from '../../model/judgments';
import { hiddenPassage, markedWords } from '../../model/passages';
import { BlockLink } from './BlockLink';
import { FilterLink } from './FilterLink';
import { MarkedText } from './MarkedText';
import { WhyFound } from './WhyFound';

/** A memory in two lines: its title, which opens it, and its lesson or the matching sentence. */
interface MemoryRowProps {
  row: RankedMemory;
  /** Search text; its matches are marked unless the service names the matched words. */
  search: Wanted;
  renderTools: RenderTools;
  isSelected: boolean;
}

const MemoryRow = memo(function MemoryRow({ row, search, renderTools, isSelected }: MemoryRowProps) {
  const title = fullTitle(row);
  const marked = markedWords(row, search);
  const found = withoutTitle(hiddenPassage(row, search, [title, textAfterTitle(row)]), title);
  return (
    <article className={styles.row} data-selected={isSelected || undefined}>
      <div className={styles.text}>
        <h2 className={styles.title} dir="auto">
          <BlockLink id={row.id}>
            <MarkedText text={title} search={marked} />
          </BlockLink>
        </h2>
        <p className={styles.rest} dir="auto">
          {found !== '' && <VisuallyHidden>Match further down: </VisuallyHidden>}
          <MarkedText text={found || textAfterTitle(row)} search={marked} />
        </p>
      </div>
      <div className={styles.facts}>
        <span className={styles.marks}>
          <WhyFound row={row} title={memoryTitle(row)} />
          {row.archived && <Tag>Archived</Tag>}
          {row.problem !== null && <Tag tone="warn">{PROBLEM_NAMES[row.problem]}</Tag>}
          {row.score !== null && <ScoreTag score={row.score} />}
        </span>
        <span className={styles.origin}>
          <span className={styles.agent} title={row.agentName} dir="auto">
            <FilterLink by="agent" value={row.agentId}>
              {row.agentName}
            </FilterLink>
          </span>
          <RelativeTime iso={row.createdAt} />
        </span>
      </div>
      {renderTools(row, isSelected)}
    </article>
  );
});

interface MemoryListProps {
  rows: readonly RankedMemory[];
  search: Wanted;
  /** The rows belong to the previous view while the next ones load. */
  isOutdated: boolean;
  renderTools: RenderTools;
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
