/** @jest-environment node */
import { onEveryEngine } from '../../testing/engines';
import { startMaintenance } from './maintenance';
import { renewStatistics } from './statistics';

onEveryEngine('statistics of the planner', (world) => {
  const ask = <Row extends object>(text: string) => world.database.ask<Row>({ name: '', text, values: [] });
  /** Rows that the planner expects in the table; -1 before anybody counted. */
  const expected = async () =>
    (await ask<{ rows: number }>(`select reltuples as rows from pg_class where relname = 'filled'`))[0]?.rows;
  const fill = (rows: number) => ask(`insert into filled select from generate_series(1, ${rows})`);
  /** What a connection changed is known to the others a moment later. */
  const renewed = async () => {
    await ask('select pg_stat_force_next_flush()');
    await ask('select pg_stat_clear_snapshot()');
    return (await renewStatistics(world.database)).includes('filled');
  };

  test('are renewed when a quarter of a table has changed, a thousand rows at least', async () => {
    await ask('create table filled () with (autovacuum_enabled = off)');
    await fill(999);
    expect(await renewed()).toBe(false);
    expect(await expected()).toBe(-1);
    await fill(1);
    expect(await renewed()).toBe(true);
    expect(await expected()).toBe(1000);
    expect(await renewed()).toBe(false);

    await fill(9000);
    expect(await renewed()).toBe(true);
    await fill(2000);
    expect(await renewed()).toBe(false);
    await fill(2000);
    expect(await renewed()).toBe(true);
    expect(await expected()).toBe(14_000);

    await fill(6000);
    await ask('select pg_stat_force_next_flush()');
    const retention = { activity: 90, jobs: 0, mails: 0, retrievals: 0, audits: 0 };
    const maintenance = startMaintenance(
      world.database,
      {
        isEmbedded: world.engine === 'embedded',
        retention,
        chores: { upgrades: [], folds: [], cleanups: [] },
      },
      (error) => {
        throw error;
      },
    );
    await maintenance.run();
    await maintenance.close();
    expect(await expected()).toBe(20_000);
  });
});
