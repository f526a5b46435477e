/** The three numbers above the archive: of the whole archive, whatever the filters. */
import { memo } from 'react';
import {
  formatAbsoluteTime,
  formatDay,
  formatRelativeTime,
  hintOnHover,
  StatTile,
  StatTiles,
} from '@hindsight/shared-ui/core';
import { useAgentCounts } from '../../api/agents';
import { useArchiveSummary } from '../../api/archived';

/** Rendered again only when its numbers change, not while a person types in the search box. */
export const ArchiveTiles = memo(function ArchiveTiles() {
  const summary = useArchiveSummary();
  const counts = useAgentCounts();
  const agents = counts.data && [...counts.data.values()].filter(({ archived_count }) => archived_count > 0);
  const { total, latest } = summary.data ?? {};
  return (
    <StatTiles label="The archive">
      <StatTile label="Archived memories" value={total ?? null} loading={!summary.data && !summary.error} />
      <StatTile
        label="Agents represented"
        value={agents?.length ?? null}
        loading={!agents && !counts.error}
      />
      <StatTile
        label="Most recent archive date"
        value={summary.data ? (latest ? formatDay(latest) : '–') : null}
        loading={!summary.data && !summary.error}
        note={
          latest ? (
            <span {...hintOnHover(() => formatAbsoluteTime(latest))}>{formatRelativeTime(latest)}</span>
          ) : undefined
        }
      />
    </StatTiles>
  );
});
