/** How many rows the list behind an entry of the sidebar has, in the active workspace. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import type { CallKey } from '@hindsight/shared-contracts/api/client';
import { useScopedQuery } from '@hindsight/shared-contracts/query';
import styles from './Sidebar.module.css';
import { useIdle } from './useIdle';

/** Beyond this a number says no more than "many". */
const MAX_SHOWN = 99;

/** Asks when the page is idle, and again as rows change. Nothing is shown for none, or while it is not known. */
export function NavigationCount({ list }: { list: string }) {
  const isIdle = useIdle();
  const { data: count } = useScopedQuery({
    key: ['navigation-count', list],
    load: async (api, signal) => {
      // The descriptor names a list of pages; what another answer lacks is no count.
      const answer: unknown = await api.call(list as CallKey, { query: { limit: 1 }, signal } as never);
      return Number((answer as { total_items?: number } | null)?.total_items ?? 0);
    },
    enabled: isIdle,
    // What waits about a memory ends when it changes.
    follows: ['suggestions', 'memories'],
  });
  if (!count) return null;
  return <span className={styles.count}>{count > MAX_SHOWN ? `${MAX_SHOWN}+` : formatNumber(count)}</span>;
}
