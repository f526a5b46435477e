/** @jest-environment node */
import { onEveryEngine } from '../testing/engines';
import { runHistory } from '../testing/histories';
import { rebuild } from './rebuild';

onEveryEngine('rebuild after long histories', (world) => {
  test('finds no differences after a random history with every kind of operation', async () => {
    const done = await runHistory(world, 49, 200);
    expect(Object.keys(done).sort()).toEqual(
      [
        'archive',
        'change',
        'clean',
        'create',
        'drop',
        'dropAgent',
        'erase',
        'eraseMany',
        'import',
        'judge',
        'link',
        'merge',
        'move',
        'moveMany',
        'rename',
        'restore',
        'tag',
        'uncleaned',
        'undo',
        'version',
      ].sort(),
    );
    expect(await rebuild(world.database, false)).toEqual([]);
  }, 300_000);

  // Each test continues the history of the one before, to 10,000 operations in all.
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'finds no differences after another 1,000 operations (seed %i)',
    async (seed) => {
      await runHistory(world, seed, 1000);
      expect(await rebuild(world.database, false)).toEqual([]);
    },
    1_800_000,
  );
});
