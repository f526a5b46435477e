/** Unanswered questions of agents: gaps that the team can fill with new memories. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { useId } from 'react';
import { Link } from '@hindsight/shared-contracts/router';
import { LoadFailed, RelativeTime, useNow } from '@hindsight/shared-ui/core';
import { useHasActivity, useMissedQuestions } from '../../api/agentActivity';
import { playgroundPath } from '../../model/blockAddress';
import panel from './ChartPanel.module.css';
import { FigureTable } from './FigureTable';
import styles from './MissedQuestions.module.css';
import { WriteMemoryLink } from '../parts/WriteMemoryLink';
import { NO_AGENT } from '../agents/texts';
import { ACTIVITY_DAYS, firstDay } from '../../model/agentActivity';
import { MISSED_FAILED, missedNote, noneMissed } from './texts';

interface MissedQuestionsProps {
  /** One agent; all agents of the workspace when absent. */
  agentId?: string;
  /** Length of the range in days, ending today. */
  days?: number;
}

export function MissedQuestions({ agentId, days = ACTIVITY_DAYS }: MissedQuestionsProps) {
  const id = useId();
  const now = useNow();
  const missed = useMissedQuestions({ agentId, since: `${firstDay(now, days)}T00:00:00Z` });
  const { data, isError } = missed;
  const hasActivity = useHasActivity();
  if (!hasActivity) return null;
  const ofAll = agentId === undefined;
  return (
    <section className={panel.panel} aria-labelledby={id}>
      <div>
        <h2 id={id} className={panel.title}>
          Unanswered questions
        </h2>
        <p className={panel.note}>{missedNote(days)}</p>
      </div>
      {isError && !data && <LoadFailed query={missed}>{MISSED_FAILED}</LoadFailed>}
      {data?.length === 0 && <p className={panel.empty}>{noneMissed(days)}</p>}
      {data && data.length > 0 && (
        <FigureTable
          label="Unanswered questions"
          columns={ofAll ? ['Question', 'Agent', 'Asked', 'Last asked'] : ['Question', 'Asked', 'Last asked']}
          rows={data.map(({ query, agent_id, agent_name, count, last_asked_at }) => ({
            key: `${query} ${agent_id}`,
            cells: [
              <div key="question" className={styles.question}>
                <Link to={playgroundPath(query)}>{query}</Link>
                <WriteMemoryLink question={query} agentId={agent_id} />
              </div>,
              ...(ofAll
                ? [
                    agent_id === null ? (
                      NO_AGENT
                    ) : (
                      <Link key="agent" to={`/agents/${agent_id}`}>
                        {agent_name}
                      </Link>
                    ),
                  ]
                : []),
              formatNumber(count),
              <RelativeTime key="time" iso={last_asked_at} wording="time" />,
            ],
          }))}
        />
      )}
    </section>
  );
}
