/** The browser refuses a file that differs from the released one, and the page names it under Details. */
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveFolder } from '../support/fileServer';
import { sidebar, sidebarLink } from '../support/frame';
import { people, signIn } from '../support/people';
import { expect, test, UNUSED_PRELOAD } from '../support/test';

const built = fileURLToPath(new URL('../../remote-memory/dist', import.meta.url));

const FILES = [
  { what: 'the entry', pattern: /^remoteEntry\.js$/ },
  { what: 'the code of a page', pattern: /^page-memory-blocks\.\w+\.js$/ },
  { what: 'the style sheet of a page', pattern: /^page-memory-blocks\.\w+\.css$/ },
];

for (const { what, pattern } of FILES) {
  test(`refuses ${what} with one extra byte, and keeps the rest working`, async ({ page, stack, watch }) => {
    const registry = JSON.parse(readFileSync(stack.registryFile, 'utf8')) as {
      remotes: { memory: { version: string } };
    };
    const { version } = registry.remotes.memory;
    const folder = mkdtempSync(path.join(tmpdir(), 'hindsight-tampered-'));
    cpSync(path.join(built, version), path.join(folder, version), { recursive: true });
    const file = readdirSync(path.join(folder, version)).find((name) => pattern.test(name))!;
    appendFileSync(path.join(folder, version, file), ' ');
    // The browser reports the hash it found.
    watch.expect(/integrity/, /console (warning|error): .*dashboard failure/);
    // Preloaded files stay unused when the entry is refused.
    watch.tolerate(UNUSED_PRELOAD);
    await stack.stopPart('memory');
    const bucket = await serveFolder(folder, stack.ports.memory);
    try {
      await signIn(page, people.owner, '/memory-blocks');
      const panel = page.getByRole('alert').filter({ hasText: "This page didn't load" });
      // It is requested five times before the page gives up.
      await expect(panel).toBeVisible({ timeout: 40_000 });
      await expect(panel.getByRole('group')).toContainText(file);
      await expect(sidebar(page)).toBeVisible();
      await sidebarLink(page, 'Consolidation').click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Consolidation');
    } finally {
      // Visible links prefetch their remote, which would fail while the server restarts.
      await page.goto('about:blank');
      await bucket.close();
      await stack.startPart('memory');
      rmSync(folder, { recursive: true });
    }
  });
}
