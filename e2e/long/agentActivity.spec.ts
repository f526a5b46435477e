/** An agent's calls with its token appear on its page: reads, choices, writes, refusals and searches without a hit. */
import { expectBothLooks } from '../support/axe';
import { signInAs } from '../support/people';
import { expect, test } from '../support/test';

test('shows exactly what an agent reads, writes and is refused', async ({ page, stack, member }) => {
  const { agent_id: agent } = member.agent;
  const { token } = await member.service.send<{ token: string }>('POST', '/users/me/tokens', {
    name: 'laptop',
    scopes: ['read', 'write'],
  });
  /** A call of the agent through the gateway, as from its own machine. */
  const call = async (method: string, path: string, body?: object) => {
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      Authorization: `Bearer ${token}`,
      'User-Agent': 'codex/1.0',
      'X-Agent-Id': agent,
    };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return fetch(`${stack.urls.gateway}/api${path}`, init);
  };
  const recall = (query: string) =>
    call('POST', '/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'recall', arguments: { query } },
    });
  await (await recall('quokka sleep')).text();
  const made = (await (
    await call('POST', '/memory-blocks/', {
      agent_id: agent,
      conversation_id: crypto.randomUUID(),
      content: 'The quokka eats leaves.',
    })
  ).json()) as { id: string };
  await (await recall('quokka')).text();
  await call('GET', `/memory-blocks/${made.id}`);
  await call('GET', `/memory-blocks/${crypto.randomUUID()}`);

  await signInAs(page, member.email, '/agents');
  await page.getByRole('link', { name: 'Scout' }).click();
  await expect(page).toHaveURL(new RegExp(`/agents/${agent}$`));
  const calls = page.getByRole('list', { name: 'Activity' }).locator('> li');
  await expect(calls).toHaveText([
    /^Denied.*codex.*Couldn’t open a memory.*Memory block not found \(404\)/,
    /^Read.*Opened a memory.*The quokka eats leaves/,
    /^Read.*Searched: “quokka”.*1 result, 1 chosen.*The quokka eats leaves.*chosen/,
    /^Written.*laptop.*Recorded a memory.*The quokka eats leaves/,
    /^Read.*Searched: “quokka sleep”.*No results/,
  ]);
  const missed = page.getByRole('region', { name: 'Unanswered questions' });
  await expect(missed.getByRole('row')).toHaveCount(2);
  await expect(missed.getByRole('link', { name: 'quokka sleep', exact: true })).toBeVisible();
  await missed.getByRole('link', { name: 'Add a memory: quokka sleep' }).click();
  const form = page.getByRole('dialog', { name: 'Create Memory' });
  await expect(form.getByRole('textbox', { name: 'Content' })).toHaveValue('quokka sleep\n\n');
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  const perDay = page.getByRole('region', { name: 'Activity per day' });
  await expect(perDay).toContainText('5 calls in the last 30 days');
  await perDay.locator('[data-part=read]').last().click();
  await expect(page).toHaveURL(/\?time=\d{4}-\d{2}-\d{2}Z&kind=read$/);
  await expect(calls.filter({ hasText: /^Written/ })).toHaveCount(0);
  await page.goBack();
  await expectBothLooks(page, 'an agent');
  await page.getByRole('radiogroup', { name: 'Kind' }).getByText('Denied').click();
  await expect(calls).toHaveCount(1);
  await page.reload();
  await expect(calls).toHaveCount(1);
  // The same calls beside those of other agents.
  await page.goto('/analytics?view=activity&kind=refused');
  const refused = calls.filter({ has: page.getByRole('link', { name: 'Scout' }) });
  await expect(refused).toHaveText(/Memory block not found/);
  await expectBothLooks(page, 'the activity of all agents');
});
