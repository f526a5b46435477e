/** Keys that an agent writes into a workspace with redaction are not readable anywhere afterwards. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Job, MemoryBlock } from '@hindsight/shared-contracts/api';
import { signInAs } from '../support/people';
import { SECRETS } from '../support/secrets';
import { PERSONAL, writeHeaders } from '../support/service';
import { expect, test } from '../support/test';
import { exportList } from '../support/transfer';

const TEXT = SECRETS.map(({ text }) => `Seen: ${text}`).join('\n');

test('redacts keys of twenty kinds that an agent writes, so none can be read', async ({
  page,
  stack,
  member,
}) => {
  const headers = {
    ...writeHeaders(stack, member.email),
    'Content-Type': 'application/json',
    Origin: stack.urls.gateway,
  };
  const answers: string[] = [];
  const ask = async (key: string, body?: object, more: Record<string, string> = headers) => {
    const [method = '', address = ''] = key.split(' ');
    const response = await fetch(stack.urls.service + address, {
      method,
      headers: more,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.ok, `${key}: ${text}`).toBe(true);
    answers.push(text);
    return text;
  };
  await ask(`PUT /secret-policy?${PERSONAL}`, { mode: 'mask' });
  const { token } = JSON.parse(
    await ask('POST /users/me/tokens', { name: 'secrets', scopes: ['read', 'write'] }),
  ) as { token: string };
  answers.length = 0;
  const agent = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const { agent_id } = member.agent;
  const texts = { content: TEXT, lessons_learned: TEXT, errors: TEXT, metadata_col: { seen: TEXT } };
  const { id } = JSON.parse(
    await ask('POST /memory-blocks/', { agent_id, conversation_id: agent_id, ...texts }, agent),
  ) as MemoryBlock;
  await ask(`PUT /memory-blocks/${id}`, texts, agent);
  const query = encodeURIComponent(SECRETS[2]?.secret ?? '');
  await ask(`GET /memory-blocks/search/?keywords=${query}`, undefined, agent);
  await ask(`GET /memory-blocks/${id}`, undefined, agent);
  await ask('POST /memory-blocks/bulk-generate-keywords', { memory_block_ids: [id] }, agent);
  const { items } = JSON.parse(await ask('GET /jobs/?limit=20')) as { items: Job[] };
  for (const { job_id: job } of items) await ask(`GET /jobs/${job}`);
  for (const what of ['', '/versions', '/retrievals', '/keywords/'].map((part) => `${id}${part}`))
    await ask(`GET /memory-blocks/${what}`);
  for (const list of ['memory-blocks', 'keywords', 'secret-findings', 'agent-activity'])
    await ask(`GET /${list}/?${PERSONAL}&limit=100`);
  const readable = (text: string) => SECRETS.filter(({ secret }) => text.includes(secret));
  expect(readable(answers.join('\n'))).toEqual([]);
  const log = readFileSync(path.join(stack.dataDir, 'logs/service.log'), 'utf8');
  expect(readable(log)).toEqual([]);

  await signInAs(page, member.email, '/settings/secrets');
  await page.getByText('Redacted', { exact: true }).first().click();
  await expect(page.getByText('GitHub token').first()).toBeVisible();
  await page.goto(`/memory-blocks?block=${id}`);
  await expect(page.getByText('[secret removed: GitHub token]').first()).toBeVisible();
  expect(readable(await page.content())).toEqual([]);
  await page.goto('/memory-blocks');
  const exported = await exportList(page);
  expect(exported).toContain(id);
  expect(readable(exported)).toEqual([]);
});
