/** Analytics overview: totals, days, agents, feedback and conversations. */
import { useExpiredSession, isForbidden } from '@hindsight/shared-contracts/shell';
import {
  EmptyState,
  ErrorState,
  PageSkeleton,
  StaleNotice,
  RelativeTime,
  LoadFailed,
  ScoreTag,
} from '@hindsight/shared-ui/core';
import { choiceParameter, RefreshControl, Segmented, useListView } from '@hindsight/shared-ui/data';
import { useAnalytics, useAnalyticsDays, type AnalyticsRange } from '../../api/analytics';
import { AgentPerformance } from './AgentPerformance';
import { useRefresh } from '../lists/useRefresh';
import styles from './AnalyticsPage.module.css';
import { MissedQuestions } from './MissedQuestions';
import { NoAccess } from '../cards/NoAccess';
import { NOTHING_YET } from '../memoryBlocks/texts';
import { NextStep } from '../parts/NextStep';
import {
  ANALYTICS_FAILED,
  mostHelpful,
  mostUsed,
  NO_CONVERSATIONS,
  NO_FEEDBACK,
  rangeLabel,
  showAll,
  TOP_FAILED,
} from './texts';
import { ANALYTICS_RANGE, formatNumber } from '@hindsight/shared-contracts/rules';
import { useId, type ReactNode } from 'react';
import type { Analytics } from '../../api/analytics';
import { ConversationLink } from '../cards/ConversationLink';
import { FigureTable } from './FigureTable';
import panel from './ChartPanel.module.css';
import { memoriesPath } from '../../model/blockAddress';
import { BarRows } from './charts/BarRows';
import { ChartPanel } from './ChartPanel';
import { FEEDBACK_PARTS, countRatings } from '../../model/feedbackParts';
import type { Feedback } from '../../model/feedbackParts';
import { FilterLink } from '../cards/FilterLink';
import { memoriesText, shareText } from '../../model/countTexts';
import { Link } from '@hindsight/shared-contracts/router';
import { useMemoryPage } from '../../api/memoryPage';
import { memoryTitle } from '../../model/cardText';
import { NO_FILTERS } from '../../model/memoryFilters';
import { BlockLink } from '../cards/BlockLink';
import { Happenings, SERIES_NAMES } from './Happenings';
import type { SeriesName } from './Happenings';
import { Topics } from './Topics';

const SHOWN = 5;
/** Usual height in pixels, reserved so that loading does not shift the content below. */
const HEIGHT = 360;
const DAYS_HEIGHT = 420;

interface TopMemoriesProps {
  title: string;
  note: string;
  /** Text of the empty state. */
  none: string;
  days: AnalyticsRange;
  feedback: 'high' | null;
}

/** Recently retrieved memories, most retrieved first; with `feedback`, only the helpful ones. */
function TopMemories({ title, note, none, days, feedback }: TopMemoriesProps) {
  const id = useId();
  const retrieved = `${days}d`;
  const view = {
    ...NO_FILTERS,
    retrieved,
    feedback,
    sort: 'most',
    mode: 'text',
    page: 1,
    size: SHOWN,
  } as const;
  const memories = useMemoryPage(view, true);
  const { data, isError, isPending } = memories;
  const path = memoriesPath({ retrieved, ...(feedback && { feedback }), sort: 'most' });
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
                {memoryTitle(row)}
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

/** Distribution of feedback scores over the memories. */
function FeedbackDistribution({ feedback }: { feedback: Feedback }) {
  const whole = countRatings(feedback);
  return (
    <ChartPanel
      title="Feedback distribution"
      note="Memories by feedback score"
      empty={whole === 0 ? NO_FEEDBACK : undefined}
      chart={
        <BarRows
          label="Memories with high, medium and low feedback"
          rows={FEEDBACK_PARTS.map(({ key, label: name, color }) => ({
            key,
            name,
            count: feedback[key],
            figure: `${formatNumber(feedback[key])} (${shareText(feedback[key], whole)})`,
            color,
            to: memoriesPath({ feedback: key }),
            hint: memoriesText(feedback[key]),
          }))}
        />
      }
      table={
        <FigureTable
          label="Feedback distribution"
          columns={['Feedback', 'Memories', 'Share']}
          rows={FEEDBACK_PARTS.map(({ key, label }) => ({
            key,
            cells: [
              <FilterLink key={key} by="feedback" value={key}>
                {label}
              </FilterLink>,
              formatNumber(feedback[key]),
              shareText(feedback[key], whole),
            ],
          }))}
        />
      }
    />
  );
}

function formatNote(count: number): string {
  return count > 1 ? `Top ${count} by number of memories` : 'Conversations with the most memories';
}

/** @param conversations sorted by number of memories, descending. */
function TopConversations({ conversations }: { conversations: Analytics['top_conversations'] }) {
  const id = useId();
  return (
    <section className={panel.panel} aria-labelledby={id}>
      <div>
        <h2 id={id} className={panel.title}>
          Top Conversations
        </h2>
        <p className={panel.note}>{formatNote(conversations.length)}</p>
      </div>
      {conversations.length === 0 ? (
        <p className={panel.empty}>{NO_CONVERSATIONS}</p>
      ) : (
        <FigureTable
          label="Top Conversations"
          columns={['Conversation', 'Memories', 'Last memory']}
          rows={conversations.map(({ conversation_id, memory_block_count, last_activity }) => ({
            key: conversation_id,
            cells: [
              <ConversationLink key="name" id={conversation_id} />,
              formatNumber(memory_block_count),
              <RelativeTime key="time" iso={last_activity} wording="time" />,
            ],
          }))}
        />
      )}
    </section>
  );
}

/** Placeholder of a panel until it is loaded. @param children replaces the skeleton, e.g. with an error. */
function PanelPlaceholder({ height, children }: { height: number; children?: ReactNode }) {
  return (
    <div className={panel.panel} aria-busy={!children}>
      {children || <div className={panel.waiting} style={{ height }} aria-hidden />}
    </div>
  );
}

const RANGES = ANALYTICS_RANGE.choices.map((days) => ({ value: String(days), label: rangeLabel(days) }));
const PARAMETERS = {
  range: choiceParameter<AnalyticsRange>(ANALYTICS_RANGE.choices, ANALYTICS_RANGE.default),
  series: choiceParameter<SeriesName>(SERIES_NAMES, 'created'),
};

/** The totals that the specification calls the distribution, with the page behind each. */
const readTotals = ({ totals, agents }: Analytics): [label: string, count: number, to?: string][] => [
  ['Total Memories', totals.memory_blocks, '/memory-blocks'],
  ['Active Agents', agents.filter(({ memory_block_count: count }) => count > 0).length, '/agents'],
  ['Total Conversations', totals.conversations],
];

/** Range and series are in the address, e.g. `range=30&series=helpful`. */
export function Overview() {
  const { view, show } = useListView(PARAMETERS);
  const { range, series } = view;
  const analytics = useAnalytics();
  const happened = useAnalyticsDays(range);
  const { data, error, isFetching } = analytics;
  useExpiredSession(error, 'load analytics');

  const retry = () => void analytics.refetch();
  const refresh = useRefresh(() => ANALYTICS_FAILED, analytics, happened);

  if (!data) {
    if (!error) return <PageSkeleton />;
    return isForbidden(error) ? (
      <NoAccess what="the analytics of this workspace" />
    ) : (
      <ErrorState title={ANALYTICS_FAILED} query={analytics} />
    );
  }
  const isEmpty = data.totals.memory_blocks + data.totals.archived_blocks === 0;
  return (
    <>
      <section className={styles.section} aria-labelledby="memory-distribution">
        <div className={styles.summary}>
          <h2 id="memory-distribution">Memory Distribution</h2>
          <dl className={styles.totals}>
            {readTotals(data).map(([label, count, to]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{to ? <Link to={to}>{formatNumber(count)}</Link> : formatNumber(count)}</dd>
              </div>
            ))}
          </dl>
          <RefreshControl
            updatedAt={analytics.dataUpdatedAt || null}
            refreshing={isFetching}
            onRefresh={refresh}
          />
        </div>
        {error && <StaleNotice onRetry={retry} retrying={isFetching} />}
      </section>
      {isEmpty && <EmptyState kind="nothing-yet" icon="analytics" {...NOTHING_YET} action={<NextStep />} />}
      {!isEmpty && (
        <>
          <div className={styles.controls}>
            <Segmented
              label="Range"
              value={String(range)}
              options={RANGES}
              onChange={(next) =>
                show({ range: ANALYTICS_RANGE.choices.find((days) => String(days) === next) })
              }
            />
          </div>
          {happened.data ? (
            <Happenings data={happened.data} shown={series} onShow={(next) => show({ series: next })} />
          ) : (
            <PanelPlaceholder height={DAYS_HEIGHT}>
              {happened.isError && <LoadFailed query={happened}>{ANALYTICS_FAILED}</LoadFailed>}
            </PanelPlaceholder>
          )}
          <div className={styles.panels}>
            <div className={styles.column}>
              {happened.data ? (
                <AgentPerformance agents={data.agents} use={happened.data.agents} days={range} />
              ) : (
                happened.isPending && <PanelPlaceholder height={HEIGHT} />
              )}
              <FeedbackDistribution feedback={data.feedback} />
              <TopMemories {...mostHelpful(range)} days={range} feedback="high" />
              {happened.data && <Topics topics={happened.data.topics} days={range} />}
            </div>
            <div className={styles.column}>
              <TopMemories {...mostUsed(range)} days={range} feedback={null} />
              <TopConversations conversations={data.top_conversations} />
            </div>
          </div>
        </>
      )}
      <MissedQuestions days={range} />
    </>
  );
}
