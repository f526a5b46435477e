/** The memories that agents got lately, most often first: what is used, and what of it helps. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { useId } from 'react';
import { Link } from '@hindsight/shared-contracts/router';
import { LoadFailed, ScoreTag } from '@hindsight/shared-ui/core';
import { useMemoryPage } from '../../api/memoryPage';
import { memoriesPath } from '../../model/blockAddress';
import { titleOf } from '../../model/cardText';
import { NO_FILTERS } from '../../model/memoryFilters';
import { BlockLink } from '../cards/BlockLink';
import panel from './ChartPanel.module.css';
import { FigureTable } from './FigureTable';
import { showAll, TOP_FAILED } from './texts';

const SHOWN = 5;
/** Pixels that they take as a rule: what stands below must not move when they come. */
const HEIGHT = 360;
/** The month in which unanswered questions are counted too. */
const SPAN = '30d';

interface TopMemoriesProps {
  title: string;
  note: string;
  /** Said where there is none. */
  none: string;
  feedback: 'high' | null;
}

export function TopMemories({ title, note, none, feedback }: TopMemoriesProps) {
  const id = useId();
  const view = {
    ...NO_FILTERS,
    retrieved: SPAN,
    feedback,
    sort: 'most',
    mode: 'text',
    page: 1,
    size: SHOWN,
  } as const;
  const memories = useMemoryPage(view, true);
  const { data, isError, isPending } = memories;
  const path = memoriesPath({ retrieved: SPAN, ...(feedback && { feedback }), sort: 'most' });
  return (
    <section className={panel.panel} aria-labelledby={id} aria-busy={isPending}>
      <div>
        <h2 id={id} className={panel.title}>
          {title}
        </h2>
        <p className={panel.note}>{note}</p>
      </div>
      {isPending && <div className={panel.waiting} style={{ height: HEIGHT }} aria-hidden />}
      {isError && !data && <LoadFailed query={memories}>{TOP_FAILED}</LoadFailed>}
      {data?.total === 0 && <p className={panel.empty}>{none}</p>}
      {data && data.total > 0 && (
        <FigureTable
          label={title}
          columns={['Memory', 'Feedback', 'Retrieved']}
          rows={data.items.map((row) => ({
            key: row.id,
            cells: [
              <BlockLink key="title" id={row.id}>
                {titleOf(row)}
              </BlockLink>,
              <ScoreTag key="score" score={row.score} />,
              formatNumber(row.retrievals),
            ],
          }))}
        />
      )}
      {data && data.total > SHOWN && <Link to={path}>{showAll(data.total)}</Link>}
    </section>
  );
}
