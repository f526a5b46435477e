/** Agent calls, newest first, filtered by the address. */
import { useId } from 'react';
import { isUuid } from '@hindsight/shared-contracts/rules';
import { useExpiredSession } from '@hindsight/shared-contracts/shell';
import { Button, EmptyState, ErrorState, StaleNotice, CardSkeleton } from '@hindsight/shared-ui/core';
import {
  choiceParameter,
  RefreshControl,
  Segmented,
  Select,
  textParameter,
  useListView,
  type Parameter,
} from '@hindsight/shared-ui/data';
import { useActivity, useActivitySummary } from '../../api/agentActivity';
import { useAgents } from '../../api/agents';
import {
  ACTIVITY_KINDS,
  ACTIVITY_TIMES,
  activityTime,
  timeText,
  type ActivityTime,
} from '../../model/agentActivity';
import { useRefresh } from '../lists/useRefresh';
import { NextStep } from '../parts/NextStep';
import { ActivityList } from './ActivityList';
import styles from './AgentPage.module.css';
import { ACTIVITY_FAILED, NO_CALLS, NO_CALLS_AT_ALL, NO_CALLS_MATCH } from './texts';

/** Valid cursor of the list; other values mean the start. */
const CURSOR = /^[\dTZ:.-]+_\d+$/;

const TIME: Parameter<ActivityTime> = { fallback: 'all', parse: activityTime, format: String };

const PARAMETERS = {
  kind: choiceParameter(
    ACTIVITY_KINDS.map(({ value }) => value),
    'all',
  ),
  time: TIME,
  token: textParameter(undefined, (text) => (isUuid(text.trim()) ? text.trim().toLowerCase() : '')),
  cursor: textParameter(undefined, (text) => (CURSOR.test(text.trim()) ? text.trim() : '')),
};
const ALL = { kind: 'all', time: 'all', token: '', cursor: '' } as const;

/** @param agentId one agent; all agents of the workspace when absent. */
export function AgentActivity({ agentId }: { agentId?: string }) {
  const id = useId();
  const { view, show } = useListView(PARAMETERS);
  const activity = useActivity(agentId, view);
  const summary = useActivitySummary(agentId);
  const agents = useAgents();
  const { data, error, isFetching, isPlaceholderData } = activity;
  useExpiredSession(error, 'load the activity');
  const refresh = useRefresh(() => ACTIVITY_FAILED, activity, summary);
  const retry = () => void activity.refetch();
  const tokens = (summary.data?.tokens ?? []).map(({ token_id, token_name }) => ({
    value: token_id,
    label: token_name,
  }));
  const isListed = ACTIVITY_TIMES.some(({ value }) => value === view.time);
  const times = isListed
    ? ACTIVITY_TIMES
    : [...ACTIVITY_TIMES, { value: view.time, label: timeText(view.time) }];
  const isNarrowed = view.kind !== 'all' || view.time !== 'all' || view.token !== '' || view.cursor !== '';
  return (
    <section className={styles.activity} aria-labelledby={id}>
      <h2 id={id}>Activity</h2>
      <div className={styles.filters}>
        <div className={styles.presence}>
          <Segmented
            label="Kind"
            value={view.kind}
            options={[...ACTIVITY_KINDS]}
            onChange={(kind) => show({ kind, cursor: '' })}
          />
          <Select
            label="Time"
            value={view.time}
            options={[...times]}
            onChange={(time) => show({ time: time as ActivityTime, cursor: '' })}
          />
          <Select
            label="Token"
            value={view.token}
            options={[{ value: '', label: 'All tokens' }, ...tokens]}
            onChange={(token) => show({ token, cursor: '' })}
          />
        </div>
        <RefreshControl
          updatedAt={activity.dataUpdatedAt || null}
          refreshing={isFetching}
          onRefresh={refresh}
        />
      </div>
      {!data && error && <ErrorState title={ACTIVITY_FAILED} query={activity} />}
      {!data && !error && <CardSkeleton rows="tall" count={5} />}
      {data && error && <StaleNotice onRetry={retry} retrying={isFetching} />}
      {data && data.items.length > 0 && (
        <ActivityList
          items={data.items}
          agents={agentId === undefined ? (agents.data ?? []) : undefined}
          isOutdated={isPlaceholderData}
        />
      )}
      {data?.items.length === 0 && !isNarrowed && (
        <EmptyState
          kind="nothing-yet"
          icon="clock"
          {...(agentId === undefined ? NO_CALLS_AT_ALL : NO_CALLS)}
          action={<NextStep />}
        />
      )}
      {data?.items.length === 0 && isNarrowed && (
        <EmptyState
          kind="no-match"
          title={NO_CALLS_MATCH}
          action={<Button onClick={() => show(ALL)}>Clear all</Button>}
        />
      )}
      {data && (view.cursor !== '' || data.next_cursor !== null) && (
        <nav className={styles.steps} aria-label="Pages of activity">
          <Button disabled={view.cursor === ''} onClick={() => show({ cursor: '' })}>
            Newest
          </Button>
          <Button
            disabled={data.next_cursor === null || isPlaceholderData}
            onClick={() => show({ cursor: data.next_cursor ?? '' })}
          >
            Older
          </Button>
        </nav>
      )}
    </section>
  );
}
