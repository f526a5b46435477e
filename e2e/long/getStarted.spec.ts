/** The guide fills in created values and detects a client's first calls. */
import { expectBothLooks } from '../support/axe';
import { signInAs } from '../support/people';
import { expect, test } from '../support/test';

test('detects the connection of a client set up with the guide', async ({ page, context, stack, member }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs(page, member.email, '/agents?get-started');
  const guide = page.getByRole('dialog', { name: 'Get Started' });
  const step = (label: string) => guide.getByRole('listitem').filter({ hasText: new RegExp(`^${label}`) });
  await expect(guide.getByText('Waiting for your agent…')).toBeVisible();
  await guide.getByText('Set it up by hand').click();
  await guide.getByRole('button', { name: 'New agent' }).click();
  await guide.getByLabel('Name of the new agent').fill('Guide');
  await guide.getByRole('button', { name: 'Create Agent' }).click();
  await guide.getByLabel('Name of the new token').fill('Guide');
  await guide.getByRole('checkbox', { name: 'Write' }).uncheck();
  await guide.getByRole('button', { name: 'Create token' }).click();
  await expect(step('Handshake')).toContainText('waiting');

  await guide.getByRole('button', { name: 'Gemini CLI' }).click();
  await guide.getByRole('button', { name: 'Copy .gemini/settings.json' }).click();
  const settings = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as {
    mcpServers: { 'hindsight-mcp': { env: Record<string, string> } };
  };
  const { env } = settings.mcpServers['hindsight-mcp'];
  expect(env.HINDSIGHT_API_BASE_URL).toBe(`${stack.urls.gateway}/api`);
  await expect(guide).not.toContainText(env.HINDSIGHT_API_TOKEN!);

  // Like the local server with these values.
  const send = (path: string, init: RequestInit = {}) =>
    fetch(env.HINDSIGHT_API_BASE_URL + path, {
      ...init,
      headers: { Authorization: `Bearer ${env.HINDSIGHT_API_TOKEN}`, 'Content-Type': 'application/json' },
    });
  const body = JSON.stringify({
    agent_id: env.DEFAULT_AGENT_ID,
    conversation_id: env.DEFAULT_CONVERSATION_ID,
    content: 'Written by the guide.',
  });
  expect((await send(`/memory-blocks/?agent_id=${env.DEFAULT_AGENT_ID}`)).status).toBe(200);
  expect((await send('/memory-blocks/', { method: 'POST', body })).status).toBe(403);
  await expect(step('Read')).toContainText('Memories were read.');
  await expect(guide.getByText('Guide is connected.')).toBeVisible();
  await expect(step('Sign-in')).toContainText('The token was accepted.');
  await expect(step('Write')).toContainText('The token doesn’t have the Write scope.');
  await expectBothLooks(page, 'the connection check');
});
