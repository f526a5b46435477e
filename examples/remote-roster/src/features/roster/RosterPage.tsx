/** The page `/roster`. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import { Card, EmptyState, RelativeTime } from '@hindsight/shared-ui/core';
import styles from './RosterPage.module.css';

/** Lists the agents of the active workspace, newest first. */
export function RosterPage() {
  const { data, error } = useScopedQuery({
    key: ['roster'],
    load: (api, signal) =>
      api.call('GET /agents/', { query: { sort_by: 'created_at', sort_order: 'desc' }, signal }),
  });
  if (error)
    return <EmptyState kind="no-access" title="No roster" description="The agents cannot be read." />;
  return (
    <Card as="section" title="Agents">
      <ul className={styles.list} aria-label="Agents">
        {data?.items.map((agent) => (
          <li key={agent.agent_id}>
            {agent.agent_name}, added <RelativeTime iso={agent.created_at} wording="time" />
          </li>
        ))}
      </ul>
    </Card>
  );
}
