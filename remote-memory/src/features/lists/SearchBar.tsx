/** The bar above a list that is searched and sorted: search, order, refresh, and an action. */
import type { ReactNode } from 'react';
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import { RefreshControl, SearchBox, Select, type ListView, type Parameter } from '@hindsight/shared-ui/data';
import styles from './SearchBar.module.css';

interface SearchBarProps<Sort extends string> {
  /** What is searched, e.g. `Keywords`; names the region. */
  label: string;
  searchLabel: string;
  list: ListView<{ search: Parameter<string>; sort: Parameter<Sort> }>;
  sorts: readonly { value: Sort; label: string }[];
  query: Pick<UseQueryResult, 'dataUpdatedAt' | 'isFetching'>;
  onRefresh(): void;
  /** The primary action. */
  children: ReactNode;
}

export function SearchBar<Sort extends string>(props: SearchBarProps<Sort>) {
  const { label, searchLabel, list, sorts, query, onRefresh, children } = props;
  return (
    <div className={styles.bar} role="search" aria-label={label}>
      <div className={styles.search}>
        <SearchBox
          value={list.draft.search}
          onChange={(search) => list.type({ search })}
          label={searchLabel}
        />
      </div>
      <Select
        label="Sort by"
        value={list.draft.sort}
        options={[...sorts]}
        onChange={(sort) => list.show({ sort: sort as Sort })}
      />
      <RefreshControl
        updatedAt={query.dataUpdatedAt || null}
        refreshing={query.isFetching}
        onRefresh={onRefresh}
      />
      {children}
    </div>
  );
}
