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

/** People who run a version, which failed for the first ones. */
const people = (version: string, count: number, failing: number, at = NOW) =>
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
  expect(failing(people('1.1.0', 10, 3))).toEqual({
    memory: { '1.1.0': 'it fails for about 3 of 10 people' },
  });
  expect(failing(people('1.2.0', 6, 2), people('1.1.0', 6, 0))).toEqual({
    memory: { '1.2.0': 'it fails for about 3 of 10 people' },
  });
});

it('says nothing where one person or one address alone says so', () => {
  const one = people('1.1.0', 5, 1);
  const manyTabs = Array.from({ length: 30 }, (_, tab) => ({ ...one[0]!, tab: `more ${tab}` }));
  expect(failing(one, manyTabs)).toBeUndefined();
  const office = people('1.1.0', 8, 4).map((row, index) => ({
    ...row,
    address: index < 4 ? 'office' : `${index}`,
  }));
  expect(failing(office)).toBeUndefined();
  expect(failing(people('1.1.0', 5, 2))).toEqual({
    memory: { '1.1.0': 'it fails for about 4 of 10 people' },
  });
});

it('says nothing of too few people, of old ones, or where the version before fails as often', () => {
  expect(failing(people('1.1.0', 4, 4))).toBeUndefined();
  expect(failing(people('1.1.0', 10, 3, NOW - DAY_MS - 1))).toBeUndefined();
  expect(failing(people('1.1.0', 10, 3), people('1.0.0', 10, 3))).toBeUndefined();
  expect(withFailing(registry, [], NOW)).toBe(registry);
});
