import { fakeShell } from '@hindsight/shared-contracts/testing';
import { lazyView } from '@hindsight/shared-ui/core';
import { screen } from '@testing-library/react';
import type { LoadedRemote } from '../federation/remotes';
import { exampleRelease, fakeRemotes, putRegistry } from '../federation/testing';
import { RemoteFrame } from './RemoteFrame';
import { SlotOutlet } from './SlotOutlet';
import { fakeHost, renderShell } from './testing';

const { version } = exampleRelease();
const missing = () => Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });

async function show(element: React.ReactNode, module: Partial<LoadedRemote>) {
  // React prints what a boundary caught; the host's own root does not.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  putRegistry({ memory: exampleRelease() });
  const remotes = fakeRemotes({ status: 'ready', module: { routes: [], slots: {}, ...module } });
  const shell = fakeShell();
  await renderShell(element, { shell, host: fakeHost(shell, {}, remotes) });
  await screen.findAllByText(/didn't load/);
  return warned.mock.calls.map(([line]) => JSON.parse(line as string) as unknown);
}

const page = <RemoteFrame remote="memory" address="/dashboard" />;
const line = {
  msg: 'dashboard failure',
  area: 'part',
  remote: 'memory',
  version,
  error: 'ChunkLoadError: Loading chunk 7 failed.',
};

it('reports a part of a page with remote and version, once for all parts that wait for the file', async () => {
  const error = missing();
  const Part = lazyView(() => Promise.reject(error), null);
  const Other = lazyView(() => Promise.reject(error), null);
  const element = (
    <>
      <Part />
      <Other />
    </>
  );
  expect(await show(page, { routes: [{ path: '/dashboard', element }] })).toEqual([line]);
});

it('reports a part within a slot as the failure of who fills the slot', async () => {
  const Part = lazyView(() => Promise.reject(missing()), null);
  const slot = <SlotOutlet name="header.notifications" props={{}} />;
  expect(await show(slot, { slots: { 'header.notifications': () => <Part /> } })).toEqual([line]);
});
