/** Programs connected as an agent: how, from where and when last seen, each with a button to revoke it. */
import { useId } from 'react';
import { useShell } from '@hindsight/shared-contracts/shell';
import { Button, RelativeTime, Tag } from '@hindsight/shared-ui/core';
import { useAgentConnections, useRevokeConnection, type AgentConnection } from '../../api/agentConnections';
import styles from './AgentPage.module.css';
import { CONNECTIONS } from './texts';

interface ConnectionListProps {
  connections: readonly AgentConnection[];
  labelledBy: string;
}

/** Connections, each with a button to revoke it. */
export function ConnectionList({ connections, labelledBy }: ConnectionListProps) {
  const { toasts } = useShell();
  const revoke = useRevokeConnection();
  const take = (tokenId: string, name: string) =>
    revoke.mutate(tokenId, {
      onSuccess: () => toasts.show('success', CONNECTIONS.revoked(name)),
      onError: () => toasts.show('error', CONNECTIONS.failed),
    });
  return (
    <ul className={styles.connections} aria-labelledby={labelledBy}>
      {connections.map(({ tokenId, name, signsIn, client, lastSeenAt }) => (
        <li key={tokenId} className={styles.filters}>
          <span className={styles.presence}>
            <strong>{name}</strong>
            <Tag>{signsIn ? CONNECTIONS.signedIn : CONNECTIONS.token}</Tag>
            {client !== null && <span>{client.replace('/', ' ')}</span>}
            <span className={styles.gone}>
              {lastSeenAt === null ? (
                CONNECTIONS.neverSeen
              ) : (
                <>
                  last seen <RelativeTime iso={lastSeenAt} wording="sentence" />
                </>
              )}
            </span>
          </span>
          <Button
            danger
            disabled={revoke.isPending}
            onClick={() => take(tokenId, name)}
            aria-label={`Revoke ${name}`}
          >
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Renders nothing for an agent without connected programs. */
export function AgentConnections({ agentId }: { agentId: string }) {
  const id = useId();
  const { data } = useAgentConnections(agentId);
  if (!data || data.length === 0) return null;
  return (
    <section className={styles.activity} aria-labelledby={id}>
      <h2 id={id}>{CONNECTIONS.title}</h2>
      <ConnectionList connections={data} labelledBy={id} />
    </section>
  );
}
