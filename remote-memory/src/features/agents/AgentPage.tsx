/** The page `/agents/{id}`: details of an agent and its reads, writes and denied requests. */
import { useMemo, useState } from 'react';
import { scopeKey } from '@hindsight/shared-contracts/events';
import { Link, useNavigate, useParams } from '@hindsight/shared-contracts/router';
import { writeProblem } from '@hindsight/shared-contracts/rules';
import { useExpiredSession, usePageHeader, useShell } from '@hindsight/shared-contracts/shell';
import { Button, EmptyState, ErrorState, Icon, PageSkeleton } from '@hindsight/shared-ui/core';
import { useHasActivity } from '../../api/agentActivity';
import { useAgentCount, useAgents } from '../../api/agents';
import type { Agent } from '../../model/agent';
import { MissedQuestions } from '../analytics/MissedQuestions';
import bar from '../memoryBlock/MemoryBlockPage.module.css';
import { ActivityPerDay } from './ActivityPerDay';
import { AgentActivity } from './AgentActivity';
import { AgentConnections } from './AgentConnections';
import { AgentDetails } from './AgentDetails';
import { AgentDialogs, type OpenedDialog } from './AgentDialogs';
import { AgentPresence } from './AgentPresence';
import styles from './AgentPage.module.css';
import { AGENTS_FAILED, NO_SUCH_AGENT, SIGN_IN_TO } from './texts';
import { useAgentWrites } from './useAgentWrites';
import { useCopyAgentId } from './useCopyAgentId';

const LIST = '/agents';

function AgentScreen({ agent }: { agent: Agent }) {
  const { session, scope, guardWrite } = useShell();
  const { data: count } = useAgentCount(agent.id);
  const hasActivity = useHasActivity();
  const writes = useAgentWrites();
  const copy = useCopyAgentId();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<OpenedDialog | null>(null);
  const problem = writeProblem(session, scope);
  const off = { disabled: problem !== null, title: problem ?? undefined };
  const ask = (kind: 'edit' | 'delete') => () => {
    if (guardWrite(SIGN_IN_TO[kind])) setOpened({ kind, agent });
  };
  return (
    <>
      <div className={bar.bar}>
        <div className={styles.presence}>
          <Link className={bar.back} to={LIST}>
            <Icon name="chevron-left" size={16} />
            All agents
          </Link>
          {count && <AgentPresence count={count} />}
        </div>
        <div className={bar.actions}>
          <Button {...off} onClick={ask('edit')}>
            Edit
          </Button>
          <Button danger {...off} onClick={ask('delete')}>
            Delete
          </Button>
        </div>
      </div>
      {hasActivity && (
        <>
          <ActivityPerDay agentId={agent.id} />
          <AgentConnections agentId={agent.id} />
          <AgentActivity agentId={agent.id} />
          <MissedQuestions agentId={agent.id} />
        </>
      )}
      <AgentDetails agent={agent} onCopy={(id) => void copy(id)} />
      <AgentDialogs
        opened={opened}
        writes={writes}
        onClose={() => setOpened(null)}
        onDeleted={() => void navigate(LIST)}
      />
    </>
  );
}

function Page({ id }: { id: string }) {
  const agents = useAgents();
  const { data, error } = agents;
  useExpiredSession(error, 'load agents');
  const agent = data?.find((one) => one.id === id);
  const title = agent?.name ?? 'Agent';
  usePageHeader(
    useMemo(() => ({ title, description: 'This agent’s reads, writes and denied requests' }), [title]),
  );
  if (agent) return <AgentScreen agent={agent} />;
  if (data) {
    return <EmptyState kind="no-match" {...NO_SUCH_AGENT} action={<Link to={LIST}>All agents</Link>} />;
  }
  if (!error) return <PageSkeleton />;
  return <ErrorState title={AGENTS_FAILED} query={agents} />;
}

/** Remounts for another agent or another workspace. */
export function AgentPage() {
  const { scope } = useShell();
  const { id = '' } = useParams();
  return (
    <div className={styles.page}>
      <Page key={`${scopeKey(scope)} ${id}`} id={id} />
    </div>
  );
}
