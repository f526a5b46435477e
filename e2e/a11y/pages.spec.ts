/** Pages and states that no journey covers: accessible, and no wider than the window. */
import type { Page } from '@playwright/test';
import type { DemoPerson } from '@hindsight/shared-contracts/testing/people';
import { expectBothLooks } from '../support/axe';
import { people, signIn } from '../support/people';
import { expect, test } from '../support/test';

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true });

const STATES = [
  [
    'memory blocks without a match',
    people.owner,
    '/memory-blocks?search=xqzvw+kjqpx',
    heading('No memory blocks match your filters'),
  ],
  [
    'memory blocks with a wrong conversation',
    people.owner,
    '/memory-blocks?conversation=wrong',
    heading('Enter a valid conversation ID (UUID).'),
  ],
  [
    'consolidation suggestions without a match',
    people.owner,
    '/consolidation-suggestions?status=rejected&page=9',
    (page: Page) => page.getByRole('radiogroup', { name: 'Status' }),
  ],
  ['keywords', people.owner, '/keywords', (page: Page) => page.getByText(/^Used in/).first()],
  [
    'keywords to clean up',
    people.owner,
    '/keywords#clean-up',
    (page: Page) => page.getByRole('dialog', { name: 'Clean up keywords' }),
  ],
  ['agents', people.owner, '/agents', (page: Page) => page.getByRole('article').first()],
  ['profile', people.owner, '/profile', (page: Page) => page.getByLabel('Display name')],
  [
    'about',
    people.owner,
    '/profile?about',
    (page: Page) => page.getByRole('region', { name: 'Backend build' }),
  ],
  ['support', people.owner, '/support', heading('Support')],
  [
    'the guide',
    people.owner,
    '/agents?get-started',
    (page: Page) => page.getByRole('dialog', { name: 'Get Started' }),
  ],
  ['an empty workspace', people.admin, '/dashboard', heading('No memory blocks yet')],
  ['access already granted', people.owner, '/beta-access/request', heading('You already have access')],
] satisfies [string, DemoPerson, string, (page: Page) => ReturnType<Page['locator']>][];

for (const [name, person, path, shown] of STATES) {
  test(name, async ({ page }) => {
    await signIn(page, person, path);
    await expectBothLooks(page, name, () => expect(shown(page)).toBeVisible());
  });
}
