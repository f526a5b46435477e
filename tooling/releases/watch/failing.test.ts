import type { Registry } from '@hindsight/shared-contracts/registry';
import { withFailing } from './failing';
import type { TabRow } from './tabRows';

const registry = {
  schema: 1,
  updatedAt: '',
  remotes: { memory: { version: '1.1.0' } },
  rollout: { memory: { previous: { version: '1.0.0' }, canary: { to: { version: '1.2.0' } } } },
} as unknown as Registry;
const NOW = 1_700_000_000_000;
const DAY_MS = 24 * 3600_000;

/** Tabs of a version, of which the first ones failed. */
const tabs = (version: string, count: number, failing: number, at = NOW) =>
  Array.from(
    { length: count },
    (_, tab) =>
      ({
        remote: 'memory',
        version,
        tab: `${tab}`,
        person: `${tab}`,
        at,
        failures: tab < failing ? 1 : 0,
      }) as TabRow,
  );
const failing = (...rows: TabRow[][]) => withFailing(registry, rows.flat(), NOW).failing;

it('names the live version and the canary where they fail more often than what they replace', () => {
  expect(failing(tabs('1.1.0', 10, 3))).toEqual({ memory: { '1.1.0': 'it fails in about 3 of 10 tabs' } });
  expect(failing(tabs('1.2.0', 6, 2), tabs('1.1.0', 6, 0))).toEqual({
    memory: { '1.2.0': 'it fails in about 3 of 10 tabs' },
  });
});

it('says nothing of too few tabs, of old ones, or where the version before fails as often', () => {
  expect(failing(tabs('1.1.0', 4, 4))).toBeUndefined();
  expect(failing(tabs('1.1.0', 10, 3, NOW - DAY_MS - 1))).toBeUndefined();
  expect(failing(tabs('1.1.0', 10, 3), tabs('1.0.0', 10, 3))).toBeUndefined();
  expect(withFailing(registry, [], NOW)).toBe(registry);
});
