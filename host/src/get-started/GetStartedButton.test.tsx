import { fakeShell, testUser } from '@hindsight/shared-contracts/testing';
import type { Session } from '@hindsight/shared-contracts/shell';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { memoryStorage } from '../session/storage';
import { fakeHost, renderShell } from '../shell/testing';
import { GetStartedButton } from './GetStartedButton';

const SEEN = { [`hindsight.get-started.${testUser.user_id}`]: '2026-01-01T00:00:00.000Z' };
const about = { key: 'account.about', access: 'anyone' as const, opens: ['about'], Component: () => null };
const guide = { key: 'get-started', access: 'guest' as const, opens: ['get-started'], Component: () => null };

async function visit(
  at: string,
  { session, stored = {} }: { session?: Session; stored?: Record<string, string> } = {},
) {
  const storage = memoryStorage(stored);
  const shell = fakeShell(session ? { session } : {});
  const host = fakeHost(shell, { parts: { pages: [], overlays: [about, guide] } });
  const view = await renderShell(<GetStartedButton storage={storage} />, { shell, host, at });
  return { ...view, storage };
}
const address = () => window.location.pathname + window.location.search;

it('opens by itself on the first visit to the dashboard, and only there', async () => {
  const first = await visit('/dashboard?x=1');
  expect(address()).toBe('/dashboard?x=1&get-started');
  first.unmount();
  await visit('/agents');
  expect(address()).toBe('/agents');
});

it('does not open again for a person who closed it, nor for guests, nor over another dialog', async () => {
  (await visit('/dashboard', { stored: SEEN })).unmount();
  expect(address()).toBe('/dashboard');
  (await visit('/dashboard', { session: { status: 'guest', user: null } })).unmount();
  expect(address()).toBe('/dashboard');
  await visit('/dashboard?about');
  expect(address()).toBe('/dashboard?about');
});

it('opens once a visit also where nothing can be remembered', async () => {
  const { router } = await visit('/dashboard');
  expect(address()).toBe('/dashboard?get-started');
  await act(() => router.navigate('/dashboard'));
  expect(address()).toBe('/dashboard');
});

it('opens by its button, on any page', async () => {
  await visit('/agents?q=1', { stored: SEEN });
  await userEvent.click(screen.getByRole('button', { name: 'Get Started' }));
  expect(address()).toBe('/agents?q=1&get-started');
});
