/** Details of an agent: ID, workspace, dates, description and counts. */
import { useId, type ReactNode } from 'react';
import { Link } from '@hindsight/shared-contracts/router';
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { Button, formatAbsoluteTime, Icon, LoadFailed, RelativeTime } from '@hindsight/shared-ui/core';
import { useAgentCount } from '../../api/agents';
import type { Agent } from '../../model/agent';
import styles from './AgentDetails.module.css';
import { COUNTS_FAILED, NO_DESCRIPTION } from './texts';

const SCOPES: Record<Agent['scope'], string> = {
  personal: 'Your personal workspace',
  organization: 'Organization',
  public: 'Public',
};

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Moment({ iso }: { iso: string }) {
  if (iso === '') return 'unknown';
  return (
    <>
      {formatAbsoluteTime(iso)} (<RelativeTime iso={iso} />)
    </>
  );
}

function Statistics({ id }: { id: string }) {
  const query = useAgentCount(id);
  const { data, isError } = query;
  if (isError && !data) {
    return <LoadFailed query={query}>{COUNTS_FAILED}</LoadFailed>;
  }
  const number = (value: number | undefined) => (value === undefined ? '…' : formatNumber(value));
  const parameters = `agent=${encodeURIComponent(id)}`;
  return (
    <dl className={styles.facts} aria-busy={!data}>
      <Fact label="Memory blocks">
        <Link to={`/memory-blocks?${parameters}`}>{number(data?.count)}</Link>
      </Fact>
      <Fact label="Archived">
        <Link to={`/archived-memory-blocks?${parameters}`}>{number(data?.archived_count)}</Link>
      </Fact>
      <Fact label="Last memory">
        {!data ? '…' : data.last_activity === null ? 'none yet' : <Moment iso={data.last_activity} />}
      </Fact>
    </dl>
  );
}

interface AgentDetailsProps {
  agent: Agent;
  onCopy(id: string): void;
}

export function AgentDetails({ agent, onCopy }: AgentDetailsProps) {
  return (
    <div className={styles.detail}>
      <Section title="Basic Information">
        <dl className={styles.facts}>
          <Fact label="Name">
            <span dir="auto">{agent.name}</span>
          </Fact>
          <Fact label="Agent ID">
            <span className={styles.id}>
              <code translate="no">{agent.id}</code>
              <Button
                size="small"
                icon={<Icon name="copy" size={14} />}
                aria-label="Copy agent ID"
                onClick={() => onCopy(agent.id)}
              >
                Copy
              </Button>
            </span>
          </Fact>
          <Fact label="Belongs to">{SCOPES[agent.scope]}</Fact>
        </dl>
      </Section>
      <Section title="Timestamps">
        <dl className={styles.facts}>
          <Fact label="Created">
            <Moment iso={agent.createdAt} />
          </Fact>
          <Fact label="Updated">
            <Moment iso={agent.updatedAt} />
          </Fact>
        </dl>
      </Section>
      <Section title="Description">
        {agent.description === '' ? (
          <p className={styles.none}>{NO_DESCRIPTION}</p>
        ) : (
          <p className={styles.description} dir="auto">
            {agent.description}
          </p>
        )}
      </Section>
      <Section title="Statistics">
        <Statistics id={agent.id} />
      </Section>
    </div>
  );
}
