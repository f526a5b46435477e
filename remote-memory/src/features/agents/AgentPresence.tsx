/** Time of an agent's last activity, and how long it has been silent. */
import { RelativeTime, Tag, useNow } from '@hindsight/shared-ui/core';
import { useHasActivity } from '../../api/agentActivity';
import type { AgentCount } from '../../model/agent';
import { findLastActive, silentDays } from '../../model/agentActivity';
import { NEVER_ACTIVE, silentText } from './texts';

/** Renders nothing for guests. */
export function AgentPresence({ count }: { count: AgentCount }) {
  const hasActivity = useHasActivity();
  const now = useNow();
  if (!hasActivity) return null;
  const lastActive = findLastActive(count);
  if (lastActive === null) return <Tag>{NEVER_ACTIVE}</Tag>;
  const days = silentDays(lastActive, now);
  return (
    <>
      <span>
        active <RelativeTime iso={lastActive} wording="sentence" />
      </span>
      {days !== null && <Tag tone="warn">{silentText(days)}</Tag>}
    </>
  );
}
