import type { NavigationEntry, Registry, RouteDescriptor } from '@hindsight/shared-contracts/registry';
import { exampleRelease } from '../federation/testing';
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

describe('the frame of the document', () => {
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
