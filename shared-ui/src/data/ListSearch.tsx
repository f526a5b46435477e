/** Search box of a list whose search is in the URL. */
import type { ReactNode } from 'react';
import { useDraft } from './listView/draft';
import type { Parameter } from './listView/parameters';
import type { ListView } from './listView/useListView';
import { SearchBox } from './SearchBox';

interface ListSearchProps {
  list: ListView<{ search: Parameter<string> }>;
  label: string;
  placeholder?: string;
  /** A control inside the box. */
  after?: ReactNode;
}

/** The list updates after a debounce. */
export function ListSearch({ list, ...box }: ListSearchProps) {
  return <SearchBox {...box} value={useDraft(list, 'search')} onChange={(search) => list.type({ search })} />;
}
