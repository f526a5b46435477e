/** For tests of the account pages: a page with a query cache of its own, in the shell, at an address. */
import { QueryClient, QueryClientProvider } from '@hindsight/shared-contracts/query';
import type { Shell } from '@hindsight/shared-contracts/shell';
import type { ReactNode } from 'react';
import { renderShell } from '../shell/testing';

export function renderAccount(page: ReactNode, shell: Shell, at: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  return renderShell(<QueryClientProvider client={client}>{page}</QueryClientProvider>, { shell, at });
}
