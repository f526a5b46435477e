/** Switching the workspace: every mounted part follows, the choice is kept, and the next person starts in their own. */
import type { UserInfo } from '@hindsight/shared-contracts/api';
import { chooseWorkspace, formatCount, sidebarLink, switcher, tile } from '../support/frame';
import { people, signIn } from '../support/people';
import { toIds, memoryIds, suggestionIds } from '../support/rows';
import { PERSONAL, toScope, serviceFor } from '../support/service';
import { expect, test } from '../support/test';

test('updates all mounted remotes from page 1, and keeps the choice for this person after a reload', async ({
  page,
  stack,
}) => {
  const service = serviceFor(stack, people.owner.email);
  const larkspur = await toScope(service, 'Larkspur Labs');
  const tidewater = await toScope(service, 'Tidewater Commerce');
  await signIn(page, people.owner);
  await chooseWorkspace(page, 'Larkspur Labs');
  const { total_items } = await service.blocks(larkspur, 'limit=6');
  await expect(tile(page, 'Memory Blocks')).toHaveText(formatCount(total_items));

  await page.goto('/memory-blocks?page=2');
  await expect.poll(() => memoryIds(page)).toEqual(toIds(await service.blocks(larkspur, 'limit=12&skip=12')));
  await chooseWorkspace(page, 'Tidewater Commerce');
  await expect.poll(() => memoryIds(page)).toEqual(toIds(await service.blocks(tidewater)));
  await expect(page).toHaveURL('/memory-blocks');

  await sidebarLink(page, 'Consolidation').click();
  const ids = async (scope: string) =>
    (await service.suggestions(scope)).items.map(({ suggestion_id }) => suggestion_id);
  await expect.poll(() => suggestionIds(page)).toEqual(await ids(tidewater));
  await chooseWorkspace(page, 'Personal');
  await expect.poll(() => suggestionIds(page)).toEqual(await ids(PERSONAL));

  await chooseWorkspace(page, 'Tidewater Commerce');
  const id = new URLSearchParams(tidewater).get('organization_id')!;
  await expect(page.getByRole('banner').getByTitle(id)).toBeVisible();
  await page.reload();
  await expect(switcher(page)).toHaveAccessibleName('Workspace: Tidewater Commerce');
  await signIn(page, people.admin);
  // Nothing is stored for this person, so they start in the workspace with the newest memory.
  const { newest_organization_id, memberships } = await serviceFor(stack, people.admin.email).get<UserInfo>(
    '/user-info',
  );
  const newest = memberships.find(({ organization_id }) => organization_id === newest_organization_id);
  await expect(switcher(page)).toHaveAccessibleName(`Workspace: ${newest?.organization_name ?? 'Personal'}`);
});
