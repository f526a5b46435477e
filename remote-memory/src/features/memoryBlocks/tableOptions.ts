/** Display preferences of the memory table: columns, row density and title length. */
import { useMemo } from 'react';
import { useChoices, usePreference } from '@hindsight/shared-contracts/shell';

/** Optional columns besides the memory itself, in order. */
export const COLUMNS = [
  { key: 'agent', label: 'Agent' },
  { key: 'keywords', label: 'Keywords' },
  { key: 'conversation', label: 'Conversation' },
  { key: 'origin', label: 'Origin' },
  { key: 'age', label: 'Age' },
  { key: 'changed', label: 'Changed' },
  { key: 'score', label: 'Feedback' },
  { key: 'retrievals', label: 'Retrieved' },
  { key: 'id', label: 'ID' },
] as const;

export type ColumnKey = (typeof COLUMNS)[number]['key'];

const KEYS = COLUMNS.map(({ key }) => key);
const USUAL: readonly ColumnKey[] = ['agent', 'age', 'score', 'retrievals', 'id'];

export interface TableLook {
  columns: readonly ColumnKey[];
  density: 'comfortable' | 'compact';
  titles: 'short' | 'whole';
}

export interface TableOptions {
  look: TableLook;
  setColumns(columns: readonly ColumnKey[]): void;
  setDensity(density: TableLook['density']): void;
  setTitles(titles: TableLook['titles']): void;
}

/** Stored in this browser, like the layout. */
export function useTableOptions(): TableOptions {
  const [columns, setColumns] = useChoices('memory-blocks.columns', KEYS, USUAL);
  const [density, setDensity] = usePreference('memory-blocks.density', ['comfortable', 'compact']);
  const [titles, setTitles] = usePreference('memory-blocks.titles', ['short', 'whole']);
  const look = useMemo(() => ({ columns, density, titles }), [columns, density, titles]);
  return { look, setColumns, setDensity, setTitles };
}
