/** The rows of the memory list as cards for reading or as a table for managing. */
import { memo, useCallback } from 'react';
import { titleOf } from '../../model/cardText';
import { actionItems } from '../blockActions/actionItems';
import { CardTools } from '../cards/CardTools';
import type { ToolsOf } from '../cards/MemoryCard';
import { MemoryGrid, MemoryGridSkeleton } from '../cards/MemoryGrid';
import { lazyView } from '@hindsight/shared-ui/core';
import type { MemoryRowsProps } from './rowsProps';

const MemoryTable = lazyView<MemoryRowsProps>(
  () => import('./MemoryTable').then((part) => part.MemoryTable),
  <MemoryGridSkeleton count={3} />,
);

function MemoryCards(props: MemoryRowsProps) {
  const { rows, search, isOutdated, selection, actions, problems } = props;
  const { ids, toggle } = selection;
  const toolsOf = useCallback<ToolsOf>(
    (row, isSelected) => (
      <CardTools
        title={titleOf(row)}
        items={actionItems(row.id, actions, problems, row.archived)}
        selection={{ selected: isSelected, onToggle: () => toggle(row.id) }}
      />
    ),
    [actions, problems, toggle],
  );
  return (
    <MemoryGrid
      rows={rows}
      search={search}
      titleLevel={2}
      isOutdated={isOutdated}
      toolsOf={toolsOf}
      selected={ids}
    />
  );
}

/** Rendered again only when its own data changes, not while a person types in the search box. */
export const MemoryRows = memo(function MemoryRows(props: MemoryRowsProps) {
  return props.shown === 'table' ? <MemoryTable {...props} /> : <MemoryCards {...props} />;
});
