/** What each role sees after sign-in. */
import { DEMO_ORGANIZATIONS, type DemoPerson } from '@hindsight/shared-contracts/testing/people';
import { expectBothLooks } from '../support/axe';
import { account, chooseWorkspace, memoryCards, sidebarLink, switcher, title } from '../support/frame';
import { people, signIn } from '../support/people';
import { memoryIds } from '../support/rows';
import { toScope, serviceFor } from '../support/service';
import { expect, test } from '../support/test';

const MEMBERS: [string, DemoPerson][] = [
  ['owner', people.owner],
  ['admin', people.admin],
  ['editor', people.editor],
  ['viewer', people.viewer],
  ['superadmin', people.superadmin],
  ['beta admin', people.betaAdmin],
];

/** Name and second line of every workspace available to a person. */
function workspacesFor(person: DemoPerson): string[] {
  const own = DEMO_ORGANIZATIONS.filter(({ key }) => person.memberships[key]).map(
    ({ name, slug, isActive }) =>
      [name, [slug ? `@${slug}` : '', isActive ? '' : '(Inactive)'].filter(Boolean).join(' ')].join(' '),
  );
  return ['Personal Your personal workspace', ...own.sort(), 'Public Everyone can see (read-only)'];
}

for (const [role, person] of MEMBERS) {
  test(`${role} sees their account, workspaces and the rows of each organization`, async ({
    page,
    stack,
  }) => {
    const service = serviceFor(stack, person.email);
    await signIn(page, person, '/');
    await expect(page).toHaveURL('/dashboard');
    await account(page).click();
    const menu = page.getByRole('dialog', { name: 'Account' });
    await expect(menu.getByText(person.email, { exact: true })).toBeVisible();
    await expect(menu.getByText(person.name, { exact: true })).toBeVisible();
    await expect(menu.getByText('Signed in', { exact: true })).toBeVisible();
    await expect(menu.getByText('Superadmin', { exact: true })).toHaveCount(person.isSuperadmin ? 1 : 0);
    await expect(menu.getByText('Beta Admin', { exact: true })).toHaveCount(
      person.isBetaAdmin || person.isSuperadmin ? 1 : 0,
    );
    await page.keyboard.press('Escape');

    await switcher(page).click();
    const choices = page.getByRole('list', { name: 'Workspaces' }).getByRole('listitem');
    await expect(choices).toHaveText(workspacesFor(person));
    await page.keyboard.press('Escape');

    await sidebarLink(page, 'Memory Blocks').click();
    // A new page focuses its heading; a menu opened earlier would close again.
    await expect(title(page)).toBeFocused();
    for (const { key, name } of DEMO_ORGANIZATIONS.filter((one) => person.memberships[one.key])) {
      const { items } = await service.blocks(await toScope(service, name));
      expect(items.length, `${key} has rows`).toBeGreaterThan(0);
      await chooseWorkspace(page, name);
      await expect.poll(() => memoryIds(page)).toEqual(items.map(({ id }) => id));
    }
  });
}

for (const { role, person, path, heading } of [
  { role: 'pending', person: people.pending, path: '/beta-access/pending', heading: 'Request pending' },
  { role: 'denied', person: people.denied, path: '/beta-access/denied', heading: 'Access Denied' },
]) {
  test(`${role} is redirected from every page to ${path}`, async ({ page }) => {
    await signIn(page, person, '/');
    await expect(page).toHaveURL(path);
    await expect(title(page)).toHaveText(heading);
    await expect(page.getByText(person.email, { exact: true })).toBeVisible();
    await expectBothLooks(page, role);
    for (const target of ['/dashboard', '/consolidation-suggestions', '/login']) {
      await page.goto(target);
      await expect(page).toHaveURL(path);
      await expect(title(page)).toHaveText(heading);
      await expect(memoryCards(page)).toHaveCount(0);
    }
  });
}
