/** What the descriptor declares is asked before the code of a page is there, so the page must ask exactly the same. */
import { declaredReads, fakeApi, fakeShell, madeReads } from '@hindsight/shared-contracts/testing';
import { renderRoutes } from '@hindsight/shared-contracts/testing/routes';
import { waitFor } from '@testing-library/react';
import { descriptor } from './descriptor';
import { routes } from './entry';

it.each(descriptor.routes.map(({ path }) => path))('%s asks what is declared for it', async (address) => {
  const api = fakeApi({});
  await renderRoutes(routes, address, fakeShell({ api }));
  const declared = declaredReads(descriptor, address);
  expect(declared).not.toEqual([]);
  await waitFor(() => expect(madeReads(api)).toEqual(expect.arrayContaining(declared)));
});
