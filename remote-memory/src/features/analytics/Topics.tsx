/** Keywords of the memories of a range, compared with the same number of days before it. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { useId } from 'react';
import type { AnalyticsDays } from '../../api/analytics';
import { FilterLink } from '../cards/FilterLink';
import panel from './ChartPanel.module.css';
import { FigureTable } from './FigureTable';
import { noTopics, topicsNote } from './texts';

interface TopicsProps {
  /** Sorted by number of memories, descending. */
  topics: AnalyticsDays['topics'];
  /** Length of the range in days, ending today. */
  days: number;
}

export function Topics({ topics, days }: TopicsProps) {
  const id = useId();
  return (
    <section className={panel.panel} aria-labelledby={id}>
      <div>
        <h2 id={id} className={panel.title}>
          Topics
        </h2>
        <p className={panel.note}>{topicsNote(days)}</p>
      </div>
      {topics.length === 0 && <p className={panel.empty}>{noTopics(days)}</p>}
      {topics.length > 0 && (
        <FigureTable
          label="Topics"
          columns={['Keyword', 'Memories', 'Before']}
          rows={topics.map(({ keyword_id, keyword_text, memory_block_count, before }) => ({
            key: keyword_id,
            cells: [
              <FilterLink key="keyword" by="keyword" value={keyword_id}>
                {keyword_text}
              </FilterLink>,
              formatNumber(memory_block_count),
              formatNumber(before),
            ],
          }))}
        />
      )}
    </section>
  );
}
