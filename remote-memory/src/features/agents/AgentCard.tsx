/** Card of an agent: name, description and number of memories, with edit and delete. */
import { memo } from 'react';
import { Link } from '@hindsight/shared-contracts/router';
import { Icon, IconButton, ItemCard, RelativeTime } from '@hindsight/shared-ui/core';
import type { Agent, AgentCount } from '../../model/agent';
import { memoriesText } from '../../model/countTexts';
import { AgentPresence } from './AgentPresence';
import { Sparkline } from './Sparkline';
import { MarkedName } from '../cards/MarkedName';
import styles from './AgentCard.module.css';

interface AgentCardProps {
  agent: Agent;
  /** Undefined until loaded. */
  count: AgentCount | undefined;
  /** Calls per day over the last days; undefined until loaded, null for guests. */
  calls: readonly number[] | undefined | null;
  search: string;
  /** Why changes are disabled here, as a sentence; null if they are enabled. */
  problem: string | null;
  onCopy(id: string): void;
  onEdit(agent: Agent): void;
  onDelete(agent: Agent): void;
}

export const AgentCard = memo(function AgentCard(props: AgentCardProps) {
  const { agent, count, calls, search, problem, onCopy, onEdit, onDelete } = props;
  const { name, description, createdAt, id } = agent;
  return (
    <ItemCard
      facts={
        <>
          {count && (
            <Link to={`/memory-blocks?agent=${encodeURIComponent(id)}`}>{memoriesText(count.count)}</Link>
          )}
          {count && <AgentPresence count={count} />}
          <span className={styles.origin}>
            <span>
              created <RelativeTime iso={createdAt} wording="sentence" />
            </span>
            <span className={styles.id}>
              <code translate="no" title={id}>
                {id.slice(-8)}
              </code>
              <IconButton label={`Copy agent ID of ${name}`} size="small" onClick={() => onCopy(id)}>
                <Icon name="copy" size={14} />
              </IconButton>
            </span>
          </span>
        </>
      }
    >
      <div className={styles.head}>
        <h2 className={styles.name} dir="auto">
          <Link to={`/agents/${id}`} title={name}>
            <MarkedName name={name} search={search} />
          </Link>
        </h2>
        <span className={styles.tools}>
          <IconButton
            label={problem ?? `Edit ${name}`}
            size="small"
            disabled={problem}
            onClick={() => onEdit(agent)}
          >
            <Icon name="edit" size={16} />
          </IconButton>
          <IconButton
            label={problem ?? `Delete ${name}`}
            size="small"
            disabled={problem}
            onClick={() => onDelete(agent)}
          >
            <Icon name="delete" size={16} />
          </IconButton>
        </span>
      </div>
      {description !== '' && (
        <p className={styles.description} dir="auto">
          {description}
        </p>
      )}
      {calls !== null && <Sparkline calls={calls} />}
    </ItemCard>
  );
});
