/** For tests of the account pages: a page with a query cache of its own, in the shell, at an address. */
import { QueryClient, QueryClientProvider } from '@hindsight/shared-contracts/query';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fireEvent } from '@testing-library/react';
import type { ReactNode } from 'react';
import { fakeHost, renderShell } from '../shell/testing';

export function renderAccount(page: ReactNode, shell: Shell, at: string, leave = (_url: string) => {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  return renderShell(<QueryClientProvider client={client}>{page}</QueryClientProvider>, {
    shell,
    at,
    host: fakeHost(shell, { leave }),
  });
}

/** Puts a text into a field at once: typing it letter by letter costs a page of this size seconds. */
export function write(field: HTMLElement, text: string): void {
  fireEvent.change(field, { target: { value: text } });
}
