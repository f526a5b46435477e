/** @jest-environment node */
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startDevServer } from './devServer';

it('tells open pages to reload once, but not pages that connect later', async () => {
  const server = await startDevServer(mkdtempSync(path.join(os.tmpdir(), 'dev-')), 3952);
  const open = async () => (await fetch('http://localhost:3952/events')).body!.getReader();
  const next = async (page: Awaited<ReturnType<typeof open>>) =>
    Buffer.from((await page.read()).value!).toString();
  try {
    const first = await open();
    await next(first);
    server.notify({ pkg: 'remote-beta', hash: 'a', problems: [], reload: true });
    expect(await next(first)).toContain('"reload":true');
    expect(await next(await open())).toMatch(/"hash":"a","problems":\[\]}\n/);
  } finally {
    await server.close();
  }
});
