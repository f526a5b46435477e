import type { NavigationEntry, Registry, RouteDescriptor } from '@hindsight/shared-contracts/registry';
import { testUser } from '@hindsight/shared-contracts/testing';
import { createScopeBus } from '@hindsight/shared-contracts/events';
import { act } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { exampleRelease, fakeRemotes, putRegistry } from '../federation/testing';
import { completionKey } from '../get-started/model/completion';
import { browserStorage } from '../session/storage';
import { SIDEBAR_KEY } from '../shell/railState';
import { App } from './App';
import { createHost } from './createHost';
import { frameProgram } from './frame';

const route = (path: string, change: Partial<RouteDescriptor> = {}): RouteDescriptor => ({
  path,
  title: `Title of ${path}`,
  description: 'What is on it',
  access: 'guest',
  ...change,
});
const entry = (label: string, order: number): NavigationEntry => ({
  label,
  icon: 'memory',
  order,
  group: 'work',
});
const routes = [
  route('/dashboard', { navigation: entry('Dashboard', 1) }),
  route('/agents', { navigation: entry('Agents', 2), title: '<b>"Agents" & co</b>', description: '' }),
  route('/agents/:id'),
  route('/pruning', { navigation: entry('Pruning', 3), flag: 'pruningEnabled' }),
  route('/console', { navigation: { ...entry('Console', 4), group: 'admin' }, access: 'beta-admin' }),
];
const { descriptor } = exampleRelease();
const remotes = { memory: exampleRelease({ descriptor: { ...descriptor, routes } }) };
const registry: Registry = { schema: 1, updatedAt: '2026-01-01T00:00:00.000Z', remotes };
const config = { FEATURE_PRUNING_ENABLED: false };
const render = (pathname: string) => frameProgram.render({ registry, config, pathname });

/** The server knows no query. */
const pathOf = (address: string) => new URL(address, 'http://localhost').pathname;

/** A document as the server sends it, and what React reports when it takes the frame over. */
function takeOver(pathname: string, early: Promise<Response> | null = null) {
  putRegistry(remotes);
  const root = document.createElement('div');
  root.innerHTML = render(pathOf(pathname)).html;
  document.body.append(root);
  const nodes = [...root.querySelectorAll('*')];
  window.history.replaceState(null, '', pathname.includes('?') ? pathname : `${pathname}?q=1`);
  const host = createHost({
    bus: createScopeBus(),
    early,
    config: { inPage: config },
    remotes: fakeRemotes({ status: 'loading', slow: false }),
    leave: () => undefined,
  });
  const problems: unknown[] = [];
  const hydrate = () => {
    page = hydrateRoot(root, <App host={host} />, { onRecoverableError: (error) => problems.push(error) });
  };
  return { root, nodes, problems, hydrate };
}

let page: Root | null = null;
afterEach(() => act(async () => page?.unmount()));

beforeEach(() => {
  browserStorage.write(completionKey(testUser), '2026-01-01T00:00:00.000Z');
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation((input) =>
      String(input).includes('/user-info')
        ? new Promise(() => undefined)
        : Promise.resolve(new Response('[]')),
    );
});

describe('the frame of the document', () => {
  it.each([
    '/',
    '/dashboard',
    '/agents',
    '/agents/7',
    '/pruning',
    '/profile',
    '/login',
    '/no/such/page',
    '/profile?organizations',
    '/profile?accept_invite=x&org=y&token=t',
    '/dashboard?about',
  ])('is what React renders at %s, and every node of it stays', async (pathname) => {
    const complaint = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { root, nodes, problems, hydrate } = takeOver(pathname);
    const before = root.innerHTML;
    await act(async () => hydrate());
    expect(problems).toEqual([]);
    expect(complaint).not.toHaveBeenCalled();
    expect(root.innerHTML).toBe(before);
    expect([...root.querySelectorAll('*')].every((node, index) => node === nodes[index])).toBe(true);
    // The sign-in page says its title when it is known that it is needed.
    if (pathname !== '/login') expect(document.title).toBe(render(pathOf(pathname)).title);
  });

  it('is taken over in a browser that keeps a narrow sidebar and is offline', async () => {
    const complaint = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    browserStorage.write(SIDEBAR_KEY, 'collapsed');
    browserStorage.write('hindsight.theme', 'dark');
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { root, problems, hydrate } = takeOver('/dashboard');
    await act(async () => hydrate());
    expect(problems).toEqual([]);
    expect(complaint).not.toHaveBeenCalled();
    expect(root.querySelector('[aria-label="Expand sidebar"]')).not.toBeNull();
    expect(root).toHaveTextContent('You are offline.');
  });

  it('stays when the person was known before React began', async () => {
    const person = Promise.resolve(new Response(JSON.stringify(testUser)));
    const { root, nodes, problems, hydrate } = takeOver('/dashboard', person);
    await person;
    const kept = nodes.filter((node) => node.matches('a, h1, nav, header, main, [role="status"]'));
    await act(async () => hydrate());
    expect(root.querySelector('[aria-label="Account: person@example.org"]')).not.toBeNull();
    expect(problems).toEqual([]);
    for (const node of kept) expect(root).toContainElement(node as HTMLElement);
  });

  it('marks the entry of the page, and lists no entry that only administrators have', () => {
    const root = document.createElement('div');
    root.innerHTML = render('/agents/7').html;
    expect(root.querySelector('[aria-current="page"]')).toHaveTextContent('Agents');
    expect([...root.querySelectorAll('nav li')].map((item) => item.textContent)).toEqual([
      'Dashboard',
      'Agents',
      'Pruning',
    ]);
    expect(root.querySelector('[aria-disabled]')).toHaveTextContent('Pruning');
  });

  it('needs no style and no script of its own, and texts of the registry are no markup', () => {
    const { html, title } = render('/agents');
    expect(html).not.toMatch(/ style=| on\w+=|<script|<b>/);
    expect(html).toContain('&lt;b&gt;');
    expect(title).toBe('<b>"Agents" & co</b> · Hindsight');
  });
});
