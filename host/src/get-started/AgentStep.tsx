/** Step one: the agent that owns the memories, selected or created in place. */
import { Link } from '@hindsight/shared-contracts/router';
import { useExpiredSession, useShell } from '@hindsight/shared-contracts/shell';
import { Alert, Button, CopyButton } from '@hindsight/shared-ui/core';
import { SelectInput, TextInput } from '@hindsight/shared-ui/form';
import { useState, type FormEvent } from 'react';
import { Problem } from '../account/common/Problem';
import { useProblem } from '../account/common/useProblem';
import { useAgents, useCreateAgent, type PickedAgent } from './agents';
import { describeMismatch, organizationName, reachesOrganization } from './model/tokenReach';
import type { Token } from '../account/tokens/model/token';
import styles from './GetStarted.module.css';

const AGENT_NAME_REQUIRED = 'Agent name cannot be empty';

interface AgentStepProps {
  agent: PickedAgent | null;
  onPick(agent: PickedAgent | null): void;
}

function NewAgent({ onPick, onCancel }: { onPick(agent: PickedAgent): void; onCancel?: () => void }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const { problem, clear, fail } = useProblem();
  const create = useCreateAgent();
  function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = name.trim() === '' ? AGENT_NAME_REQUIRED : undefined;
    setError(wrong);
    clear();
    if (wrong || create.isPending) return;
    create.mutate(name, {
      onSuccess: onPick,
      onError: (failure) => fail(failure, 'Failed to create agent', 'create agents'),
    });
  }
  return (
    <form className={styles.line} onSubmit={submit} noValidate>
      <div className={styles.grow}>
        <TextInput
          label="Name of the new agent"
          value={name}
          error={error}
          placeholder="e.g. My coding agent"
          onChange={(next) => {
            setName(next);
            setError(undefined);
          }}
        />
      </div>
      <Button htmlType="submit" type="primary" loading={create.isPending}>
        Create Agent
      </Button>
      {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      {problem && <Problem {...problem} />}
    </form>
  );
}

function Picker({ agent, onPick }: AgentStepProps) {
  const agents = useAgents(true);
  useExpiredSession(agents.error, 'load agents');
  const [making, setMaking] = useState(false);
  const none = agents.data?.length === 0;
  if (making || none) {
    const pick = (made: PickedAgent) => {
      setMaking(false);
      onPick(made);
    };
    return <NewAgent onPick={pick} onCancel={none ? undefined : () => setMaking(false)} />;
  }
  // A new agent may not be in the list yet.
  const known = agents.data ?? [];
  const options = agent && !known.some(({ id }) => id === agent.id) ? [agent, ...known] : known;
  return (
    <div className={styles.line}>
      <div className={styles.grow}>
        <SelectInput
          label="Agent"
          clearable
          value={agent?.id ?? null}
          loading={agents.isPending}
          placeholder="Choose an agent"
          error={agents.isError ? 'Failed to load agents. Please try again.' : undefined}
          options={options.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => onPick(options.find((option) => option.id === id) ?? null)}
        />
      </div>
      {agents.isError && (
        <Button loading={agents.isFetching} onClick={() => void agents.refetch()}>
          Try Again
        </Button>
      )}
      <Button onClick={() => setMaking(true)}>New agent</Button>
    </div>
  );
}

/** Replaces the selection in a workspace that the token cannot access. */
function InaccessibleWorkspace({ token, limit }: { token: Token; limit: string }) {
  const { chooseWorkspace, organizations } = useShell();
  const name = organizationName(limit, organizations);
  return (
    <div className={styles.picked} role="status">
      <span>
        {token.name} is limited to {name}. Choose or create an agent there, or use another token.
      </span>
      <Button
        size="small"
        onClick={() => void chooseWorkspace({ scope: 'organization', organizationId: limit })}
      >
        Switch to {name}
      </Button>
    </div>
  );
}

/** @param token the created token, if any. */
export function AgentStep({ agent, token, onPick }: AgentStepProps & { token: Token | null }) {
  const { session, scope, organizations } = useShell();
  const limit = token && !reachesOrganization(token, scope.organizationId) ? token.organizationId : null;
  const conflict = token ? describeMismatch(token, agent, organizations) : undefined;
  const writes = session.status === 'signed-in' && scope.scope !== 'public';
  return (
    <li className={styles.prepare}>
      <p>
        Create an agent under <Link to="/agents">Agents</Link> and note its Agent ID.
      </p>
      {writes && token && limit && <InaccessibleWorkspace token={token} limit={limit} />}
      {writes && !limit && <Picker agent={agent} onPick={onPick} />}
      {conflict && <Alert>{conflict}</Alert>}
      {agent && !conflict && (
        <p className={styles.picked}>
          Agent ID <code translate="no">{agent.id}</code>
          <CopyButton text={agent.id} label="Copy agent ID" size="small" />
        </p>
      )}
    </li>
  );
}
