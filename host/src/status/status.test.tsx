import { fakeShell } from '@hindsight/shared-contracts/testing';
import { DEFAULT_CONFIG } from '@hindsight/shared-contracts/config';
import { act, screen, within } from '@testing-library/react';
import { fireEvent } from '@testing-library/dom';
import { surroundUpkeep, type Surroundings } from '../federation/askUpkeep';
import { resetRegistry } from '../federation/registryClient';
import { exampleRelease, putRegistry } from '../federation/testing';
import type { PartStatus, Upkeep } from '../federation/types';
import { renderShell } from '../shell/testing';
import { PARTS_PARAM, takeStatusFrom } from './address';
import { StatusDialog } from './StatusDialog';
import { timingsOf } from './timings';

const release = exampleRelease();
const part: PartStatus = {
  name: 'memory',
  displayName: 'Memory',
  state: 'ready',
  channel: 'canary',
  release,
  waiting: { version: '1.2.0', channel: 'stable' },
  problem: 'It stopped once.',
  aside: [{ version: '1.1.0', reason: 'it stopped working 3 times (boom).' }],
  override: null,
};
const upkeep = {
  parts: () => [part],
  subscribe: () => () => undefined,
  look: jest.fn(async () => undefined),
  takeOver: jest.fn(async () => undefined),
  takeOut: jest.fn(async () => undefined),
  override: jest.fn(async () => 'Refused, because.'),
} as Partial<Upkeep> as Upkeep;

// jsdom measures nothing.
beforeAll(() => Object.assign(performance, { getEntriesByType: () => [] }));

async function open(overrideOrigins: string[]) {
  resetRegistry();
  putRegistry({ memory: release });
  surroundUpkeep({
    load: async () => ({ startUpkeep: () => upkeep }),
  } as Partial<Surroundings> as Surroundings);
  const shell = fakeShell({ config: { ...DEFAULT_CONFIG, overrideOrigins } });
  await renderShell(<StatusDialog params={new URLSearchParams(PARTS_PARAM)} close={() => undefined} />, {
    shell,
  });
  return within(await screen.findByRole('region', { name: /Memory/, hidden: true }));
}
const press = (button: HTMLElement) => act(async () => void fireEvent.click(button));

it('tells of a part what runs, from where, and what went wrong', async () => {
  const memory = await open([]);
  for (const text of [
    'Ready',
    '1.0.0-abcd1234',
    'http://localhost:3001/1.0.0-abcd1234/',
    '^1.0.0 (this dashboard has 1.0.0)',
    'It stopped once.',
    'Version 1.1.0 was put aside for this tab: it stopped working 3 times (boom).',
  ])
    expect(memory.getByText(text)).toBeInTheDocument();
  expect(memory.getAllByText('Canary')).toHaveLength(2);
  expect(memory.queryByRole('textbox', { hidden: true })).not.toBeInTheDocument();
  expect(screen.getByText(/REMOTE_OVERRIDE_ORIGINS of this installation/)).toBeInTheDocument();
});

it('takes over, takes out, looks, and says why an address is refused', async () => {
  const memory = await open(['http://localhost:*']);
  const button = (name: string) => screen.getByRole('button', { name, hidden: true });
  await press(button('Use it now'));
  expect(upkeep.takeOver).toHaveBeenCalledWith('memory');
  await press(button('Take it out'));
  expect(upkeep.takeOut).toHaveBeenCalledWith('memory', '1.1.0');
  await press(button('Look for new versions'));
  expect(upkeep.look).toHaveBeenCalled();
  const address = memory.getByLabelText('Address of Memory in this tab');
  fireEvent.change(address, { target: { value: ' http://localhost:3999/ ' } });
  await press(button('Override'));
  expect(upkeep.override).toHaveBeenCalledWith('memory', 'http://localhost:3999/');
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
  expect(timingsOf(base, 'remoteEntry.js', entries)).toEqual({
    files: 2,
    bytes: 6800,
    entryMs: 40,
    slowestMs: 90,
  });
  expect(timingsOf(base, 'remoteEntry.js', [])).toEqual({
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
])('reads %s as %s', (typed, expected) => {
  window.history.replaceState(null, '', `/dashboard${typed}`);
  takeStatusFrom();
  expect(window.location.search).toBe(expected);
});
