/** Three numbers of the whole archive; where a service does not tell one, it is of the rows in sight and says so. */
import { memo } from 'react';
import { formatAbsoluteTime, formatRelativeTime, StatTile } from '@hindsight/shared-ui/core';
import { useAgentCounts } from '../../api/agentCounts';
import { useArchiveSummary } from '../../api/archived';
import { useShell } from '@hindsight/shared-contracts/shell';
import type { MemoryRow } from '../../model/memoryRow';
import styles from './ArchivedPage.module.css';

interface ArchiveTilesProps {
  /** The rows in sight; undefined until they are there. */
  rows: readonly MemoryRow[] | undefined;
}

const THESE = 'of the memories in sight';

function latestOf(rows: readonly MemoryRow[]): string {
  return rows.reduce((latest, { archivedAt }) => (archivedAt > latest ? archivedAt : latest), '');
}

const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** A day as people write it; a dash for none. */
function dayOf(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? '–' : days.format(time);
}

/** Drawn anew only when its numbers change: typing in the search box does not. */
export const ArchiveTiles = memo(function ArchiveTiles({ rows }: ArchiveTilesProps) {
  const { offers } = useShell();
  const summary = useArchiveSummary(true);
  const counts = useAgentCounts();
  // A service that counts by agent also sorts by the date of archiving; the public one does neither.
  const isExact = offers('agents.counts');
  const total = summary.data?.total ?? null;
  const isAllInSight = rows !== undefined && total !== null && rows.length >= total;
  const note = isExact || isAllInSight ? undefined : THESE;

  const represented = isExact
    ? counts.data && [...counts.data.values()].filter(({ archived }) => archived > 0).length
    : rows && new Set(rows.map(({ agentId }) => agentId)).size;
  const latest = isExact ? summary.data?.latest : rows && latestOf(rows);
  const waits = (known: unknown, ...failed: unknown[]) => known === undefined && failed.every((one) => !one);
  return (
    <section className={styles.tiles} aria-label="The archive">
      <StatTile
        label="Archived memories"
        icon="archived"
        value={total}
        loading={waits(summary.data, summary.error)}
      />
      <StatTile
        label="Agents represented"
        icon="agents"
        value={represented ?? null}
        loading={waits(represented, counts.error, summary.error)}
        note={note}
      />
      <StatTile
        label="Most recent archive date"
        icon="clock"
        value={latest === undefined ? null : dayOf(latest)}
        loading={waits(latest, summary.error)}
        note={
          latest ? (
            <span title={formatAbsoluteTime(latest)}>
              {formatRelativeTime(latest)}
              {note && `, ${note}`}
            </span>
          ) : undefined
        }
      />
    </section>
  );
});
