/** @jest-environment node */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { call, startService } from '../../../testing/serviceProcess';
import type { ServiceProcess } from '../../../testing/serviceProcess';
import { buildService, temporaryFolder } from '../../../testing/testDatabase';

beforeAll(buildService, 60_000);

let folder: string;
let service: ServiceProcess;
const disk = (state: string) => writeFileSync(path.join(folder, 'disk'), state);
const start = () =>
  startService({
    DATA_DIR: path.join(folder, 'data'),
    ADMIN_EMAILS: 'a@x.test',
    FAILING_DISK: path.join(folder, 'disk'),
    NODE_OPTIONS: `--require ${path.resolve(__dirname, '../../../testing/failingDisk.cjs')}`,
  });

beforeEach(async () => {
  folder = temporaryFolder();
  disk('works');
  service = await start();
}, 60_000);
afterEach(async () => {
  await service.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const write = (agent_name: string) =>
  call('POST', `${service.url}/agents/?scope=personal`, 'a@x.test', { payload: { agent_name } });
async function names(): Promise<string[]> {
  const { body } = await call('GET', `${service.url}/agents/?scope=personal&limit=50`, 'a@x.test');
  return (JSON.parse(body) as { items: { agent_name: string }[] }).items.map(({ agent_name }) => agent_name);
}

test.each([
  ['refuses to flush', /could not fsync file .*: I\/O error/],
  ['has no room', /could not (?:write|extend) .*: No space left on device/],
])(
  'a database whose disk %s exits with the reason, and recovers all acknowledged writes',
  async (state, reason) => {
    const taken = ['first', 'second', 'third'];
    for (const name of taken) expect((await write(name)).status).toBe(201);
    disk(state);
    const refused = await write('lost');
    expect(refused.status).toBeGreaterThanOrEqual(500);
    expect(await service.ended).toBe(1);
    expect(service.log()).toMatch(reason);

    disk('works');
    service = await start();
    expect(await names()).toEqual(expect.arrayContaining(taken));
    expect((await write('fourth')).status).toBe(201);
  },
  120_000,
);

test('rejects writes on an almost full disk, keeps serving reads, and needs no restart', async () => {
  expect((await write('before')).status).toBe(201);
  disk('is almost full');
  const refused = await write('refused');
  expect([refused.status, JSON.parse(refused.body)]).toEqual([
    507,
    {
      detail: 'The database’s disk is full, so nothing was saved. You can still read.',
      code: 'disk_full',
    },
  ]);
  expect(await names()).toEqual(['before']);
  disk('works');
  expect((await write('after')).status).toBe(201);
}, 60_000);
