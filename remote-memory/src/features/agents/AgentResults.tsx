/** Agent cards, or the reason why there are none. */
import type { RefObject } from 'react';
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import { isForbidden } from '@hindsight/shared-contracts/shell';
import { Button, CardSkeleton, EmptyState, ErrorState, StaleNotice } from '@hindsight/shared-ui/core';
import type { Agent, AgentCount } from '../../model/agent';
import { useHasActivity } from '../../api/agentActivity';
import { callsOfDays } from '../../model/agentActivity';
import { AgentCard } from './AgentCard';
import { NextStep } from '../parts/NextStep';
import styles from './AgentsPage.module.css';
import { AGENTS_FAILED, NO_MATCH, NOTHING_YET } from './texts';
import { NoAccess } from '../cards/NoAccess';

interface AgentResultsProps {
  /** The list element in which keyboard navigation finds the cards. */
  list: RefObject<HTMLUListElement | null>;
  agents: Pick<UseQueryResult<Agent[]>, 'error' | 'isFetching' | 'refetch'>;
  data: readonly Agent[] | undefined;
  shown: readonly Agent[];
  total: number;
  counts: ReadonlyMap<string, AgentCount> | undefined;
  calls: ReadonlyMap<string, readonly number[]> | undefined;
  search: string;
  problem: string | null;
  onClear(): void;
  onCopy(id: string): void;
  onEdit(agent: Agent): void;
  onDelete(agent: Agent): void;
}

const NO_CALLS = callsOfDays([], 0);

/** Renders one of: loading, error, no access, empty, no match, cards. */
export function AgentResults(props: AgentResultsProps) {
  const {
    list,
    agents,
    data,
    shown,
    total,
    counts,
    calls,
    search,
    problem,
    onClear,
    onCopy,
    onEdit,
    onDelete,
  } = props;
  const hasActivity = useHasActivity();
  const { error, isFetching } = agents;
  const retry = () => void agents.refetch();
  if (!data) {
    if (!error) return <CardSkeleton count={9} />;
    if (isForbidden(error)) {
      return <NoAccess what="the agents of this workspace" />;
    }
    return <ErrorState title={AGENTS_FAILED} query={agents} />;
  }
  if (data.length === 0) {
    return <EmptyState kind="nothing-yet" icon="agents" {...NOTHING_YET} action={<NextStep />} />;
  }
  if (total === 0) {
    return (
      <EmptyState kind="no-match" title={NO_MATCH} action={<Button onClick={onClear}>Clear all</Button>} />
    );
  }
  return (
    <>
      {error && <StaleNotice onRetry={retry} retrying={isFetching} />}
      <ul ref={list} className={styles.grid} aria-label="Agents">
        {shown.map((agent) => (
          <li key={agent.id} className={styles.cell} data-row={agent.id}>
            <AgentCard
              agent={agent}
              count={counts?.get(agent.id)}
              calls={hasActivity ? calls && (calls.get(agent.id) ?? NO_CALLS) : null}
              search={search}
              problem={problem}
              onCopy={onCopy}
              onEdit={onEdit}
              onDelete={onDelete}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
