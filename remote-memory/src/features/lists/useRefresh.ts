/** Manual refresh: refetches and shows the outcome in a toast. */
import { useShell } from '@hindsight/shared-contracts/shell';

const REFRESHED = 'Data refreshed successfully';

interface Refreshable {
  refetch(): Promise<{ isError: boolean; error: unknown }>;
}

/**
 * @param failed message for an error.
 * @param main query that decides the outcome. @param others queries that are refetched along with it.
 */
export function useRefresh(
  failed: (error: unknown) => string,
  main: Refreshable,
  ...others: Refreshable[]
): () => void {
  const { toasts } = useShell();
  async function refresh(): Promise<void> {
    const [{ isError, error }] = await Promise.all([main.refetch(), ...others.map((one) => one.refetch())]);
    if (isError) toasts.show('error', failed(error));
    else toasts.show('success', REFRESHED);
  }
  return () => void refresh();
}
