/** Agent calls with the memories they involved. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { Link } from '@hindsight/shared-contracts/router';
import { RelativeTime, Tag } from '@hindsight/shared-ui/core';
import { findAgentName, type AgentName } from '../../model/agent';
import { ACTIVITY_KINDS, callText, hitsText, type Activity } from '../../model/agentActivity';
import { memoryTitle } from '../../model/cardText';
import rows from '../analytics/UnusedList.module.css';
import { BlockLink } from '../cards/BlockLink';
import styles from './AgentPage.module.css';
import { NO_AGENT, NO_PREVIEW } from './texts';

const TONES = { read: 'neutral', write: 'brand', refused: 'bad' } as const;
/** Memories shown per call; a button reveals the rest. */
const SHOWN = 3;

function MemoryLine({ memory: { id, preview, chosen } }: { memory: Activity['memories'][number] }) {
  if (preview === null) return <li className={styles.gone}>{NO_PREVIEW}</li>;
  return (
    <li dir="auto">
      <BlockLink id={id}>{memoryTitle({ content: preview, lesson: '' }) || 'Empty memory'}</BlockLink>{' '}
      {chosen && (
        <Tag tone="good" title="Opened or rated within half an hour">
          chosen
        </Tag>
      )}
    </li>
  );
}

function Memories({ memories }: { memories: Activity['memories'] }) {
  if (memories.length === 0) return null;
  // Chosen memories come first, so none of them is hidden.
  const sorted = [...memories].sort((left, right) => Number(right.chosen) - Number(left.chosen));
  const lines = sorted.map((memory) => <MemoryLine key={memory.id} memory={memory} />);
  const hidden = lines.slice(SHOWN);
  return (
    <>
      <ul className={styles.memories}>{lines.slice(0, SHOWN)}</ul>
      {hidden.length > 0 && (
        <details>
          <summary>{hidden.length} more</summary>
          <ul className={styles.memories}>{hidden}</ul>
        </details>
      )}
    </>
  );
}

function AgentLink({ id, agents }: { id: string | null; agents: readonly AgentName[] }) {
  if (id === null) return <span>{NO_AGENT}</span>;
  return <Link to={`/agents/${id}`}>{findAgentName(id, agents)}</Link>;
}

interface ActivityListProps {
  items: readonly Activity[];
  /** Agents by which each call is labeled; absent if all calls are by the same agent. */
  agents?: readonly AgentName[] | undefined;
  /** The rows belong to the previous view while the next ones load. */
  isOutdated: boolean;
}

export function ActivityList({ items, agents, isOutdated }: ActivityListProps) {
  return (
    <ul className={rows.list} aria-label="Activity" aria-busy={isOutdated}>
      {items.map((item) => {
        const found = hitsText(item);
        return (
          <li key={item.id} className={rows.row}>
            <div className={rows.words}>
              <p className={rows.facts}>
                <Tag tone={TONES[item.kind]}>
                  {ACTIVITY_KINDS.find(({ value }) => value === item.kind)?.label}
                </Tag>
                <RelativeTime iso={item.at} wording="time" />
                {agents && <AgentLink id={item.agent_id} agents={agents} />}
                <span>token {item.token_name}</span>
                {item.client !== null && <span>from {item.client}</span>}
                <span>{formatNumber(item.latency_ms)} ms</span>
              </p>
              <p className={rows.title} dir="auto">
                {callText(item)}
                {item.query && `: “${item.query}”`}
              </p>
              {found !== '' && <p className={rows.facts}>{found}</p>}
              {item.reason !== null && (
                <p className={styles.reason} dir="auto">
                  {item.reason} ({item.status})
                </p>
              )}
              <Memories memories={item.memories} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
