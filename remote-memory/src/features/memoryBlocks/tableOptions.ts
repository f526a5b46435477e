/** How a person wants the table of memories: its columns, how close its rows are, and how much of a title is shown. */
import { useMemo } from 'react';
import { useChoices, usePreference } from '@hindsight/shared-contracts/shell';

/** The columns beside the memory itself, in their order. */
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

/** Remembered by this browser, as whether cards or a table are shown. */
export function useTableOptions(): TableOptions {
  const [columns, setColumns] = useChoices('memory-blocks.columns', KEYS, USUAL);
  const [density, setDensity] = usePreference('memory-blocks.density', ['comfortable', 'compact']);
  const [titles, setTitles] = usePreference('memory-blocks.titles', ['short', 'whole']);
  const look = useMemo(() => ({ columns, density, titles }), [columns, density, titles]);
  return { look, setColumns, setDensity, setTitles };
}
