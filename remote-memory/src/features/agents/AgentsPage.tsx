/** The page `/agents`: search, create, edit and delete agents. */
import { writeProblem } from '@hindsight/shared-contracts/rules';
import { useCallback, useMemo, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from '@hindsight/shared-contracts/router';
import { useExpiredSession, useHasDraft, useShell } from '@hindsight/shared-contracts/shell';
import { Button, Icon } from '@hindsight/shared-ui/core';
import {
  choiceParameter,
  Pagination,
  textParameter,
  useListKeys,
  useListView,
} from '@hindsight/shared-ui/data';
import { useCallsByAgent, useHasActivity } from '../../api/agentActivity';
import { useAgentCounts, useAgents } from '../../api/agents';
import type { Agent } from '../../model/agent';
import { AGENT_SORTS, searchAgents, sortAgents } from '../../model/agentSearch';
import { agentDraftKey } from '../../model/draftKeys';
import { SEARCH_PAUSE_MS, usePagedRows } from '../lists/usePagedRows';
import { AgentDialogs, type OpenedDialog } from './AgentDialogs';
import { AgentResults } from './AgentResults';
import { SearchBar } from '../lists/SearchBar';
import { useRefresh } from '../lists/useRefresh';
import styles from './AgentsPage.module.css';
import { AGENTS_FAILED, SIGN_IN_TO } from './texts';
import { useAgentWrites } from './useAgentWrites';
import { useCopyAgentId } from './useCopyAgentId';

/** `/agents#create` opens the form to create an agent. */
const CREATE_HASH = '#create';

/** Cards per page: fast with 1,000 agents. */
const CARDS = 60;

const SORTS = AGENT_SORTS.map(({ value, label }) => ({ value, label }));
const PARAMETERS = {
  search: textParameter(),
  sort: choiceParameter(
    SORTS.map(({ value }) => value),
    'recent',
  ),
};

export function AgentsPage() {
  const { session, scope, guardWrite } = useShell();
  const [params] = useSearchParams();
  const agents = useAgents(true);
  const counts = useAgentCounts();
  const calls = useCallsByAgent();
  const list = useListView(PARAMETERS, SEARCH_PAUSE_MS);
  const { search, sort } = list.view;
  const writes = useAgentWrites();
  const copy = useCopyAgentId();
  const hasActivity = useHasActivity();
  const [opened, setOpened] = useState<OpenedDialog | null>(
    useHasDraft(agentDraftKey()) ? { kind: 'create' } : null,
  );
  const { hash, search: query } = useLocation();
  const navigate = useNavigate();
  useExpiredSession(agents.error, 'load agents');

  const problem = writeProblem(session, scope);
  const isCreating = hash === CREATE_HASH && session.user !== null && problem === null;
  const { data } = agents;
  const sorted = useMemo(() => sortAgents(data ?? [], sort, counts.data), [data, sort, counts.data]);
  const found = useMemo(() => searchAgents(sorted, search), [sorted, search]);
  const { page, shown, total, turn } = usePagedRows(list, data && found, CARDS);
  const agent = params.get('agent');

  const cards = useRef<HTMLUListElement>(null);
  useListKeys(cards);

  const edit = useCallback(
    (agent: Agent) => guardWrite(SIGN_IN_TO.edit) && setOpened({ kind: 'edit', agent }),
    [guardWrite],
  );
  const askDelete = useCallback(
    (agent: Agent) => guardWrite(SIGN_IN_TO.delete) && setOpened({ kind: 'delete', agent }),
    [guardWrite],
  );
  const copyId = useCallback((id: string) => void copy(id), [copy]);
  function closeDialog() {
    setOpened(null);
    if (hash === CREATE_HASH) void navigate({ search: query }, { replace: true });
  }

  const refresh = useRefresh(() => AGENTS_FAILED, agents, counts);

  // Former address of an agent.
  if (agent !== null) return <Navigate to={`/agents/${encodeURIComponent(agent)}`} replace />;
  return (
    <div className={styles.page}>
      <SearchBar
        label="Agents"
        searchLabel="Search agents by name"
        list={list}
        sorts={hasActivity ? SORTS : SORTS.filter(({ value }) => value !== 'silent')}
        query={agents}
        onRefresh={refresh}
      >
        <Button
          type="primary"
          icon={<Icon name="plus" size={16} />}
          disabled={problem}
          onClick={() => guardWrite(SIGN_IN_TO.create) && setOpened({ kind: 'create' })}
        >
          Create Agent
        </Button>
      </SearchBar>
      <AgentResults
        list={cards}
        agents={agents}
        data={data}
        shown={shown}
        total={found.length}
        counts={counts.data}
        calls={calls.data}
        search={search}
        problem={problem}
        onClear={() => list.show({ search: '' })}
        onCopy={copyId}
        onEdit={edit}
        onDelete={askDelete}
      />
      <Pagination page={page} pageSize={CARDS} total={total} onChange={turn} label="agents" />
      <AgentDialogs opened={isCreating ? { kind: 'create' } : opened} writes={writes} onClose={closeDialog} />
    </div>
  );
}
