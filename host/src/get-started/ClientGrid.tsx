/** Selects the client to set up. */
import type { Client } from '@hindsight/shared-contracts/clients';
import { Tag } from '@hindsight/shared-ui/core';
import styles from './ClientGrid.module.css';

interface ClientGridProps {
  clients: readonly Client[];
  chosen: string;
  onChoose(id: string): void;
}

export function ClientGrid({ clients, chosen, onChoose }: ClientGridProps) {
  return (
    <ul className={styles.grid} aria-label="Clients">
      {clients.map(({ id, name, tagline, status }) => {
        const soon = status === 'comingSoon';
        return (
          <li key={id}>
            <button
              type="button"
              className={styles.client}
              title={tagline}
              aria-pressed={id === chosen}
              aria-disabled={soon || undefined}
              onClick={() => !soon && onChoose(id)}
            >
              {name}
              {soon && <Tag tone="warn">Soon</Tag>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
