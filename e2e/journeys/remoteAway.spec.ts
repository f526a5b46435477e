/** A remote that fails to load says so in its place and recovers without a reload. All failure modes: resilience/remotes.spec.ts. */
import { memoryCards, sidebarLink, suggestionCards } from '../support/frame';
import { expectSameDocument, markDocument } from '../support/mark';
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

test('reports a page whose remote is down, keeps the other pages working, and recovers with one click', async ({
  page,
  stack,
  expectConsole,
}) => {
  expectConsole(new RegExp(`:${stack.ports['ai-ops']}/`), /dashboard failure/);
  await stack.stopPart('ai-ops');
  try {
    await page.clock.install();
    await signIn(page, people.owner, '/consolidation-suggestions');
    await markDocument(page);
    const failure = page.getByRole('main').getByRole('alert');
    const retry = failure.getByRole('button', { name: 'Retry' });
    // Skips the retry delays of a file.
    const untilGivenUp = () =>
      expect(async () => {
        await page.clock.fastForward(10_000);
        await expect(retry).toBeVisible({ timeout: 500 });
      }).toPass();
    await untilGivenUp();
    await sidebarLink(page, 'Memory Blocks').click();
    await expect(memoryCards(page).first()).toBeVisible();
    await page.goBack();
    await untilGivenUp();
    await stack.startPart('ai-ops');
    await retry.click();
    await expect(suggestionCards(page).first()).toBeVisible();
    await expect(failure).toHaveCount(0);
    await expectSameDocument(page);
  } finally {
    await stack.startPart('ai-ops');
  }
});
