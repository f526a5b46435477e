/** Test fixture: a palette with pages, a workspace, and a service with one memory. */
import { fakeApi, fakeShell, testUser } from '@hindsight/shared-contracts/testing';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { exampleRelease, putRegistry } from '../federation/testing';
import { fakeHost, renderShell } from '../shell/testing';
import { browserStorage } from '../session/storage';
import { recentName } from './recent';
import { ShellTools } from './ShellTools';
// Imported eagerly, because the first lazy load can exceed a test's timeout.
import './Palette';

const navigation = (label: string, order: number) => ({
  label,
  icon: 'memory',
  order,
  group: 'work' as const,
});

/** Registers a remote with pages, a dialog and commands. `more` adds paths of further pages. */
export function putPages(...more: string[]): void {
  // Recent choices of another test would come first.
  browserStorage.write(recentName(testUser.user_id), null);
  const { descriptor } = exampleRelease();
  const route = { title: 'Title', description: 'What it is for', access: 'guest' as const };
  putRegistry({
    memory: exampleRelease({
      descriptor: {
        ...descriptor,
        slots: ['account.organizations', 'memory-block.detail'],
        overlays: [
          {
            slot: 'account.organizations',
            params: ['organizations'],
            access: 'anyone',
            command: { label: 'Manage organizations', icon: 'organization', access: 'signed-in' },
          },
          { slot: 'memory-block.detail', params: ['block'], access: 'guest' },
        ],
        routes: [
          { ...route, path: '/memory-blocks', navigation: navigation('Memory Blocks', 20) },
          { ...route, path: '/memory-blocks/:id' },
          ...more.map((path) => ({ ...route, path, navigation: navigation(path, 50) })),
          { ...route, path: '/dashboard', navigation: navigation('Dashboard', 10) },
          { ...route, path: '/pruning', flag: 'pruningEnabled', navigation: navigation('Pruning', 90) },
          {
            ...route,
            path: '/beta-access/admin',
            title: 'Console',
            access: 'beta-admin',
            command: { label: 'Grant access', icon: 'plus', hash: '#grant' },
          },
        ],
      },
    }),
  });
}

export const larkspur = { id: 'org-1', name: 'Larkspur Labs', slug: 'larkspur', is_active: true };

export const HYBRID = 'GET /memory-blocks/search/hybrid';
/** Workspace with one memory, one agent and two keywords. */
const api = fakeApi({
  [HYBRID]: [
    {
      id: 'block-1',
      conversation_id: 'talk-1',
      content: 'Resolvers keep a stale DNS entry.',
      lessons_learned: null,
      agent_name: 'Planner',
    },
  ],
  'GET /agents/search/': [{ agent_id: 'agent-1', agent_name: 'DNS watcher' }],
  'GET /keywords/': [{ keyword_text: 'dns' }, { keyword_text: 'queue' }],
  'POST /visits/': { since: '2026-11-20T08:00:00.000Z', is_first: false },
  'GET /saved-views/': {
    items: [
      {
        id: 'v1',
        name: 'Wrong since spring',
        is_shared: true,
        parameters: { feedback: 'wrong', sort: 'oldest' },
      },
      { id: 'v2', name: 'Not rated', is_shared: false, parameters: { feedback: 'unrated' } },
    ],
    is_last_visit_pinned: false,
  },
} as never);

/** Opens the palette with its key. */
export async function openPalette(shell: Shell = fakeShell({ api, organizations: [larkspur] })) {
  const leave = jest.fn();
  const host = fakeHost(shell, { leave });
  const view = await renderShell(<ShellTools />, { shell, host, at: '/dashboard' });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const box = await screen.findByRole('combobox');
  // Until it has the focus, keys are buffered for it.
  await waitFor(() => expect(box).toHaveFocus());
  const type = (value: string) => fireEvent.change(box, { target: { value } });
  const press = (key: string) => fireEvent.keyDown(box, { key });
  const click = (name: string) => fireEvent.click(screen.getByRole('option', { name }));
  const labels = () =>
    screen.getAllByRole('option').map((option) => option.querySelector('span')?.textContent);
  return { ...view, box, labels, leave, type, press, click };
}
