/** Refresh on request: loads again and notifies of the outcome. */
import { useShell } from '@hindsight/shared-contracts/shell';

const REFRESHED = 'Data refreshed successfully';

interface Refreshable {
  refetch(): Promise<{ isError: boolean; error: unknown }>;
}

/**
 * @param failed the text of a failure, by its error.
 * @param main decides the outcome. @param others are loaded again with it.
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
