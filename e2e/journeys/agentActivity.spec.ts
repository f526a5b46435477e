/** What an agent does with its token appears on its page: read, chosen, written, refused, and what it did not find. */
import { expectAccessible, expectNoSidewaysScroll, SIZES, THEMES } from '../support/axe';
import { people, signIn } from '../support/people';
import { writeHeaders } from '../support/service';
import { expect, test } from '../support/test';

test('an agent reads, writes and is refused; its page shows exactly that', async ({ page, stack }) => {
  const word = `quokka${process.pid}${Date.now()}`;
  const json = { 'Content-Type': 'application/json' };
  const asPerson = async <T>(path: string, body: object): Promise<T> => {
    const headers = { ...writeHeaders(stack, people.editor.email), ...json, 'X-Active-Scope': 'personal' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(stack.urls.service + path, init)).json()) as T;
  };
  const { agent_id: agent } = await asPerson<{ agent_id: string }>('/agents/', {
    agent_name: `Agent ${word}`,
  });
  const { token } = await asPerson<{ token: string }>('/users/me/tokens', {
    name: 'laptop',
    scopes: ['read', 'write'],
  });
  /** A call of the agent, through the gateway as from its machine. */
  const call = async (method: string, path: string, body?: object) => {
    const headers = {
      ...json,
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
  await (await recall(`${word}sleep`)).text();
  const made = (await (
    await call('POST', '/memory-blocks/', {
      agent_id: agent,
      conversation_id: crypto.randomUUID(),
      content: `The ${word} eats leaves.`,
    })
  ).json()) as { id: string };
  await (await recall(word)).text();
  await call('GET', `/memory-blocks/${made.id}`);
  await call('GET', `/memory-blocks/${crypto.randomUUID()}`);

  await signIn(page, people.editor, `/agents?search=${word}`);
  await page.getByRole('link', { name: `Agent ${word}` }).click();
  await expect(page).toHaveURL(new RegExp(`/agents/${agent}$`));
  const calls = page.getByRole('list', { name: 'Activity' }).locator('> li');
  await expect(calls).toHaveText([
    /^Refused.*codex.*Could not open a memory.*Memory block not found \(404\)/,
    new RegExp(`^Read.*Opened a memory.*The ${word} eats leaves`),
    new RegExp(`^Read.*Searched: “${word}”.*1 hit, 1 chosen.*The ${word} eats leaves.*chosen`),
    new RegExp(`^Written.*laptop.*Recorded a memory.*The ${word} eats leaves`),
    new RegExp(`^Read.*Searched: “${word}sleep”.*No hits`),
  ]);
  const missed = page.getByRole('region', { name: 'Questions without hits' });
  await expect(missed.getByRole('row')).toHaveCount(2);
  await expect(missed.getByRole('link', { name: `${word}sleep`, exact: true })).toBeVisible();
  await missed.getByRole('link', { name: `Write it down: ${word}sleep` }).click();
  const form = page.getByRole('dialog', { name: 'Create Memory' });
  await expect(form.getByRole('textbox', { name: 'Content' })).toHaveValue(`${word}sleep\n\n`);
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  const perDay = page.getByRole('region', { name: 'Activity per day' });
  await expect(perDay).toContainText('5 calls in the last 30 days');
  await perDay.locator('[data-part=read]').last().click();
  await expect(page).toHaveURL(/\?time=\d{4}-\d{2}-\d{2}Z&kind=read$/);
  await expect(calls.filter({ hasText: /^Written/ })).toHaveCount(0);
  await page.goBack();
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const what = `an agent, ${colorScheme}, ${size.width} px`;
      await expectAccessible(page, what);
      await expectNoSidewaysScroll(page, what);
    }
  }
  await page.getByRole('radiogroup', { name: 'Kind' }).getByText('Refused').click();
  await expect(calls).toHaveCount(1);
  await page.reload();
  await expect(calls).toHaveCount(1);
  // The same beside the calls of other agents.
  await page.goto('/analytics?view=activity&kind=refused');
  const refused = calls.filter({ has: page.getByRole('link', { name: `Agent ${word}` }) });
  await expect(refused).toHaveText(/Memory block not found/);
  await expectAccessible(page, 'the activity of all agents');
  await refused.getByRole('link', { name: `Agent ${word}` }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL('/agents');
});
