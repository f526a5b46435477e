import type { Access, RouteDescriptor } from '@hindsight/shared-contracts/registry';
import { fakeShell } from '@hindsight/shared-contracts/testing';
import { fireEvent, screen } from '@testing-library/react';
import { SettingsNav } from './SettingsNav';
import { renderShell } from './testing';

const page = (path: string, access: Access = 'signed-in') => ({
  route: { path, title: path, description: '', access } satisfies RouteDescriptor,
  remote: 'x',
});
const PAGES = [
  page('/settings/profile'),
  page('/settings/tokens'),
  page('/settings/secrets'),
  page('/settings/workspace/:part'),
];
const inOrganization = fakeShell({ scope: { scope: 'organization', organizationId: 'org-1' } });
const links = () =>
  screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

it('leads to the pages that are there, and in a personal workspace to none of an organization', async () => {
  await renderShell(<SettingsNav pages={PAGES} />, { at: '/profile' });
  expect(links()).toEqual([
    ['Profile', '/settings/profile'],
    ['API Tokens', '/settings/tokens'],
    ['Secrets', '/settings/secrets'],
  ]);
  expect(screen.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page');
});

it('leads to the pages of the organization that is the workspace', async () => {
  await renderShell(<SettingsNav pages={PAGES} />, {
    shell: inOrganization,
    at: '/settings/workspace/audit',
  });
  expect(links().slice(-3)).toEqual([
    ['Members', '/settings/workspace/members'],
    ['Invitations', '/settings/workspace/invitations'],
    ['Audit trail', '/settings/workspace/audit'],
  ]);
  expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Audit trail');
});

it('keeps the organization that the address names', async () => {
  await renderShell(<SettingsNav pages={PAGES} />, { at: '/settings/workspace/members?organization=org-2' });
  expect(links().at(-1)).toEqual(['Audit trail', '/settings/workspace/audit?organization=org-2']);
});

it('shows nothing on other pages', async () => {
  await renderShell(<SettingsNav pages={PAGES} />, { at: '/dashboard' });
  expect(links()).toEqual([]);
});

it('brings the page that is shown into sight, where that answers a promise, too', async () => {
  const scroll = jest.fn(async () => undefined);
  Object.defineProperty(Element.prototype, 'scrollIntoView', { value: scroll, configurable: true });
  await renderShell(<SettingsNav pages={PAGES} />, { at: '/settings/profile' });
  fireEvent.click(screen.getByRole('link', { name: 'Secrets' }));
  expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Secrets');
  expect(scroll).toHaveBeenCalledTimes(2);
});
