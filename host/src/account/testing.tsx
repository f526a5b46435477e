/** Test helpers for account pages: render a page at an address in a fake shell, with a separate query cache. */
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

/** Sets a field's text in one event: typing letter by letter takes seconds on a page this large. */
export function write(field: HTMLElement, text: string): void {
  fireEvent.change(field, { target: { value: text } });
}
