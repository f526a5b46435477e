/** Bar above a searchable list: search box, order, refresh and a primary action. */
import type { ReactNode } from 'react';
import type { UseQueryResult } from '@hindsight/shared-contracts/query';
import {
  ListSearch,
  RefreshControl,
  Select,
  useDraft,
  type ListView,
  type Parameter,
} from '@hindsight/shared-ui/data';
import styles from './SearchBar.module.css';

interface SearchBarProps<Sort extends string> {
  /** Content of the list, e.g. `Keywords`; names the region. */
  label: string;
  searchLabel: string;
  list: ListView<{ search: Parameter<string>; sort: Parameter<Sort> }>;
  sorts: readonly { value: Sort; label: string }[];
  query: Pick<UseQueryResult, 'dataUpdatedAt' | 'isFetching'>;
  onRefresh(): void;
  /** The actions, on one line; the primary one last. */
  children: ReactNode;
}

export function SearchBar<Sort extends string>(props: SearchBarProps<Sort>) {
  const { label, searchLabel, list, sorts, query, onRefresh, children } = props;
  const sort = useDraft(list, 'sort');
  return (
    <div className={styles.bar} role="search" aria-label={label}>
      <div className={styles.search}>
        <ListSearch list={list} label={searchLabel} />
      </div>
      <Select
        label="Sort by"
        value={sort}
        options={[...sorts]}
        onChange={(next) => list.show({ sort: next as Sort })}
      />
      <RefreshControl
        updatedAt={query.dataUpdatedAt || null}
        refreshing={query.isFetching}
        onRefresh={onRefresh}
      />
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
