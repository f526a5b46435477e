import { fakeShell } from '@hindsight/shared-contracts/testing';
import { CONTRACTS_VERSION } from '@hindsight/shared-contracts/registry';
import { DEFAULT_CONFIG } from '@hindsight/shared-contracts/config';
import { act, screen, within } from '@testing-library/react';
import { fireEvent } from '@testing-library/dom';
import type { ReleaseManager, RemoteStatus } from '../federation/releases/releases';
import { exampleRelease, putRegistry } from '../federation/testing';
import { fakeHost, renderShell } from '../shell/testing';
import { PARTS_PARAM, takeStatusFrom } from './address';
import { StatusDialog } from './StatusDialog';
import { readTimings } from './timings';

const release = exampleRelease();
const part: RemoteStatus = {
  name: 'memory',
  displayName: 'Memory',
  state: 'ready',
  channel: 'canary',
  release,
  waiting: { version: '1.2.0', channel: 'stable' },
  problem: 'It stopped once.',
  quarantined: [{ version: '1.1.0', reason: 'it failed 3 times (boom).' }],
  override: null,
};
const manager = {
  status: () => [part],
  subscribe: () => () => undefined,
  poll: jest.fn(async () => undefined),
  activate: jest.fn(async () => undefined),
  releaseFromQuarantine: jest.fn(async () => undefined),
  override: jest.fn(async () => 'Refused, because.'),
} as Partial<ReleaseManager> as ReleaseManager;

async function open(overrideOrigins: string[]) {
  putRegistry({ memory: release });
  const shell = fakeShell({ config: { ...DEFAULT_CONFIG, overrideOrigins } });
  const { federation } = fakeHost(shell);
  const releases = { ...federation.releases, manager: async () => manager };
  const host = fakeHost(shell, { federation: { ...federation, releases } });
  await renderShell(<StatusDialog params={new URLSearchParams(PARTS_PARAM)} close={() => undefined} />, {
    shell,
    host,
  });
  return within(await screen.findByRole('region', { name: /Memory/, hidden: true }));
}
const press = (button: HTMLElement) => act(async () => void fireEvent.click(button));

it('shows the running release, its source and its failures', async () => {
  const memory = await open([]);
  for (const text of [
    'Ready',
    '1.0.0-abcd1234',
    'http://localhost:3001/1.0.0-abcd1234/',
    `^3.0.0 (this dashboard has ${CONTRACTS_VERSION})`,
    'It stopped once.',
    'Version 1.1.0 is quarantined in this tab: it failed 3 times (boom).',
  ])
    expect(memory.getByText(text)).toBeInTheDocument();
  expect(memory.getAllByText('Canary')).toHaveLength(2);
  expect(memory.queryByRole('textbox', { hidden: true })).not.toBeInTheDocument();
  expect(screen.getByText(/REMOTE_OVERRIDE_ORIGINS is empty/)).toBeInTheDocument();
});

it('activates a release, releases one from quarantine, polls, and shows why an address is rejected', async () => {
  const memory = await open(['http://localhost:*']);
  const button = (name: string) => screen.getByRole('button', { name, hidden: true });
  await press(button('Use it now'));
  expect(manager.activate).toHaveBeenCalledWith('memory');
  await press(button('Release from quarantine'));
  expect(manager.releaseFromQuarantine).toHaveBeenCalledWith('memory', '1.1.0');
  await press(button('Check for new versions'));
  expect(manager.poll).toHaveBeenCalled();
  const address = memory.getByLabelText('Address of Memory in this tab');
  fireEvent.change(address, { target: { value: ' http://localhost:3999/ ' } });
  await press(button('Override'));
  expect(manager.override).toHaveBeenCalledWith('memory', 'http://localhost:3999/');
  expect(memory.getByText('Refused, because.')).toBeInTheDocument();
});

it('counts each file of a release once', () => {
  const base = 'http://localhost:3001/1/';
  const entry = (name: string, duration: number, encodedBodySize: number) => ({
    name,
    duration,
    encodedBodySize,
  });
  const entries = [
    entry(`${base}remoteEntry.js`, 40, 1800),
    entry(`${base}remoteEntry.js`, 2, 0),
    entry(`${base}page.js?retry=1`, 90, 5000),
    entry('http://localhost:3001/2/page.js', 500, 9000),
  ];
  expect(readTimings(base, 'remoteEntry.js', entries)).toEqual({
    files: 2,
    bytes: 6800,
    entryMs: 40,
    slowestMs: 90,
  });
  expect(readTimings(base, 'remoteEntry.js', [])).toEqual({
    files: 0,
    bytes: 0,
    entryMs: null,
    slowestMs: null,
  });
});

it.each([
  ['?status', '?parts'],
  ['?a=1&status&b=2', '?a=1&parts&b=2'],
  ['?status=pending', '?status=pending'],
])('rewrites %s to %s', (typed, expected) => {
  window.history.replaceState(null, '', `/dashboard${typed}`);
  takeStatusFrom();
  expect(window.location.search).toBe(expected);
});
