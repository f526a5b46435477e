/** The memories of the list: as rows for searching, as cards for reading, or as a table for managing. */
import { memo, useCallback } from 'react';
import { titleOf } from '../../model/cardText';
import { useShell } from '@hindsight/shared-contracts/shell';
import { actionItems, idItems } from '../blockActions/actionItems';
import { CardTools } from '../cards/CardTools';
import type { ToolsOf } from '../cards/MemoryCard';
import { MemoryList } from '../cards/MemoryList';
import { RowsSkeleton } from '../cards/RowsSkeleton';
import { lazyView } from '@hindsight/shared-ui/core';
import type { MemoryGridProps } from '../cards/MemoryGrid';
import type { MemoryRowsProps } from './rowsProps';

const MemoryTable = lazyView<MemoryRowsProps>(
  () => import('./MemoryTable').then((part) => part.MemoryTable),
  <RowsSkeleton count={3} tall />,
);

const MemoryGrid = lazyView<MemoryGridProps>(
  () => import('../cards/MemoryGrid').then((part) => part.MemoryGrid),
  <RowsSkeleton count={3} tall />,
);

/** As rows or as cards. */
function MemoryItems(props: MemoryRowsProps) {
  const { rows, search, isOutdated, shown, selection, actions, problems } = props;
  const { toasts } = useShell();
  const { ids, toggle } = selection;
  const renderTools = useCallback<ToolsOf>(
    (row, isSelected) => (
      <CardTools
        title={titleOf(row)}
        items={[...actionItems(row.id, actions, problems, row.archived), ...idItems(row, toasts)]}
        selection={{ selected: isSelected, onToggle: () => toggle(row.id) }}
      />
    ),
    [actions, problems, toggle, toasts],
  );
  if (shown === 'rows')
    return (
      <MemoryList
        rows={rows}
        search={search}
        isOutdated={isOutdated}
        renderTools={renderTools}
        selected={ids}
      />
    );
  return (
    <MemoryGrid
      rows={rows}
      search={search}
      titleLevel={2}
      isOutdated={isOutdated}
      renderTools={renderTools}
      selected={ids}
    />
  );
}

/** Rendered again only when its own data changes, not while a person types in the search box. */
export const MemoryRows = memo(function MemoryRows(props: MemoryRowsProps) {
  return props.shown === 'table' ? <MemoryTable {...props} /> : <MemoryItems {...props} />;
});
