/** A new build of one remote appears in the running dashboard after a reload, with no other build touched. */
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { sidebarLink, suggestionCards, title } from '../support/frame';
import { serveFolder } from '../support/fileServer';
import { expectSameDocument, markDocument } from '../support/mark';
import { startOwnStack } from '../support/ownStack';
import { people, personButton } from '../support/people';
import { copyLiveBuild, publishTo, readRegistry, rebuildWith } from '../support/rebuild';
import { sharedStack } from '../support/sharedStack';
import { expect, test } from '../support/test';

const BEFORE = 'Recent memory blocks';
const AFTER = 'Recent memory blocks, built again';

test('a rebuilt remote-memory appears after a reload, and only it', async ({ page }) => {
  const bucket = mkdtempSync(path.join(sharedStack().runFolder, 'bucket-'));
  const server = await serveFolder(bucket);
  const stack = await startOwnStack({ REMOTE_MEMORY_ORIGIN: server.origin });
  try {
    const live = readRegistry(stack.registryFile).remotes['memory']!;
    copyLiveBuild('memory', live, bucket);
    const others = new Set<string>();
    const own = new Set<string>();
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (!/\.(js|css)$/.test(pathname)) return;
      if (origin === server.origin) own.add(pathname.split('/')[1]!);
      else others.add(origin + pathname);
    });

    await page.goto(`${stack.urls.gateway}/oauth2/sign_in?rd=/dashboard`);
    await personButton(page, people.owner).click();
    await expect(page.getByRole('heading', { name: BEFORE, exact: true })).toBeVisible();
    await sidebarLink(page, 'Consolidation').click();
    await expect(suggestionCards(page).first()).toBeVisible();
    expect([...own]).toEqual([live.version]);
    const before = new Set(others);
    own.clear();
    others.clear();

    const again = rebuildWith(bucket, live, BEFORE, AFTER);
    publishTo(stack.registryFile, 'memory', again);

    // The open page goes on with what it has.
    await markDocument(page);
    await sidebarLink(page, 'Dashboard').click();
    await expect(page.getByRole('heading', { name: BEFORE, exact: true })).toBeVisible();
    await expectSameDocument(page);

    await page.reload();
    await expect(page.getByRole('heading', { name: AFTER, exact: true })).toBeVisible();
    await expect(title(page)).toHaveText('Dashboard');
    await sidebarLink(page, 'Consolidation').click();
    await expect(suggestionCards(page).first()).toBeVisible();
    expect([...own]).toEqual([again.version]);
    expect([...others].filter((url) => !before.has(url))).toEqual([]);
  } finally {
    await stack.stop();
    await server.close();
  }
});
