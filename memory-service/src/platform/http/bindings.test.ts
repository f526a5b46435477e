/** @jest-environment node */
import type { Database } from '../database/database';
import { tokenLedger } from '../languageModel/languageModelUsage';
import { readEachTime } from '../database/memoize';
import { onOneEngine } from '../../testing/engines';
import { as, body, get, testApp } from '../../testing/testApp';

onOneEngine('the identity of a person', (world) => {
  const me = async (email: string, subject: string) => {
    const response = await get(world.app, '/user-info', email, { 'x-auth-request-user': subject });
    return {
      status: response.statusCode,
      ...body<{ user_id?: string; email?: string; detail?: string }>(response),
    };
  };

  test('is bound at the first sight of a subject: another one is refused, a new address stays the same person', async () => {
    const first = await me('bound@x.test', '104839201847362910');
    expect(first).toMatchObject({ status: 200, email: 'bound@x.test' });
    expect(await me('bound@x.test', '999999999999999999')).toEqual({
      status: 401,
      authenticated: false,
      detail: 'Authentication denied.',
    });
    const moved = await me('moved@x.test', '104839201847362910');
    expect(moved).toMatchObject({ status: 200, email: 'moved@x.test', user_id: first.user_id });
    expect((await me('owner@x.test', '104839201847362910')).status).toBe(401);
  });

  test('is not bound to names and addresses, which change', async () => {
    expect((await me('editor@x.test', 'Ed Itor')).status).toBe(200);
    expect((await me('editor@x.test', 'editor@x.test')).status).toBe(200);
  });

  test('tokens of the language model are counted for all processes', async () => {
    const [one, other] = [tokenLedger(world.database), tokenLedger(world.database)];
    await one.spend('2026-05-01', 10);
    await other.spend('2026-05-01', 5);
    expect([await one.spent('2026-05-01'), await one.spent('2026-05-02')]).toEqual([15, 0]);
  });
});

test('without its database the service is alive but not ready, and probes are not limited', async () => {
  const gone = (): Promise<never> =>
    Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
  const nothing: Database = {
    read: gone,
    write: gone,
    ask: gone,
    remember: readEachTime.remember,
    connections: () => ({ idle: 0, busy: 0, waiting: 0 }),
    changes: { subscribe: () => () => undefined },
    ping: gone,
    close: () => Promise.resolve(),
  };
  // Closing would wait for a database that is gone, so the app is only injected into.
  const app = testApp(nothing, { RATE_LIMIT_PER_SECOND: '1' });
  for (let n = 0; n < 5; n += 1) {
    expect((await app.inject({ url: '/health', headers: as(null) })).statusCode).toBe(200);
    expect((await app.inject({ url: '/ready', headers: as(null) })).statusCode).toBe(503);
  }
});
