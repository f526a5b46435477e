import { act, renderHook } from '@testing-library/react';
import { PUBLIC_SCOPE, type ActiveScope } from '../events/scope';
import { fakeShell, testUser } from '../testing/fakeShell';
import { ShellProvider } from './context';
import type { Session, Shell } from './shell';
import { clearDrafts, useDraft, useHasDraft } from './useDraft';

interface Form {
  name: string;
  agentId: string | null;
  keywords: string[];
}

const EMPTY: Form = { name: '', agentId: null, keywords: [] };

const other: Session = { status: 'signed-in', user: { ...testUser, user_id: 'another' } };

/** Renders a page with the form; calling it again simulates a reload or remount. */
function open(shell: Partial<Shell> = {}, key = 'agent.new', initial = EMPTY) {
  let current = fakeShell(shell);
  const view = renderHook(() => useDraft(key, initial), {
    wrapper: ({ children }) => <ShellProvider shell={current}>{children}</ShellProvider>,
  });
  return {
    draft: () => view.result.current,
    type: (name: string) => act(() => view.result.current.set((now) => ({ ...now, name }))),
    switchTo(scope: ActiveScope) {
      current = fakeShell({ ...shell, scope });
      view.rerender();
    },
  };
}

const hasDraft = () =>
  renderHook(() => useHasDraft('agent.new'), {
    wrapper: ({ children }) => <ShellProvider shell={fakeShell()}>{children}</ShellProvider>,
  }).result.current;

afterEach(() => jest.restoreAllMocks());

it('starts with the initial value', () => {
  const { value, isRestored } = open().draft();
  expect([value, isRestored, hasDraft()]).toEqual([EMPTY, false, false]);
});

it('restores the typed text', () => {
  open().type('Deploy');
  const { value, isRestored } = open().draft();
  expect([value, isRestored, hasDraft()]).toEqual([{ ...EMPTY, name: 'Deploy' }, true, true]);
});

it.each<[string, Partial<Shell>, string]>([
  ['person', { session: other }, 'agent.new'],
  ['workspace', { scope: PUBLIC_SCOPE }, 'agent.new'],
  ['form', {}, 'agent.1'],
])('does not restore a draft of another %s', (_what, shell, key) => {
  open().type('Deploy');
  expect(open(shell, key).draft().value).toEqual(EMPTY);
  expect(open().draft().isRestored).toBe(true);
});

it('restores the draft of a workspace that is known only after the page', () => {
  open({ scope: PUBLIC_SCOPE }).type('Deploy');
  const late = open();
  late.switchTo(PUBLIC_SCOPE);
  expect(late.draft().value.name).toBe('Deploy');
});

it('keeps typed text when the workspace changes', () => {
  const page = open();
  page.type('Deploy');
  page.switchTo(PUBLIC_SCOPE);
  expect(page.draft().value.name).toBe('Deploy');
});

it('stores nothing once the form is back to its initial value', () => {
  const page = open();
  page.type('Deploy');
  page.type('');
  expect(hasDraft()).toBe(false);
});

it('returns to the initial value on reset', () => {
  open().type('Deploy');
  const page = open();
  act(() => page.draft().reset());
  expect([page.draft().value, page.draft().isRestored, hasDraft()]).toEqual([EMPTY, false, false]);
});

it('continues from the saved value', () => {
  const page = open();
  page.type('Deploy');
  act(() => page.draft().reset({ ...EMPTY, name: 'Deploy' }));
  expect([page.draft().value.name, hasDraft()]).toEqual(['Deploy', false]);
  page.type('');
  expect(hasDraft()).toBe(true);
  page.type('Deploy');
  expect(hasDraft()).toBe(false);
});

it('clears all drafts of the tab and nothing else', () => {
  open().type('Deploy');
  open({ session: other }, 'agent.1').type('Build');
  window.sessionStorage.setItem('hindsight.releases', 'kept');
  clearDrafts();
  expect(Object.keys(window.sessionStorage)).toEqual(['hindsight.releases']);
});

it('stores nothing for a guest', () => {
  open({ session: { status: 'guest', user: null } }).type('Deploy');
  expect(window.sessionStorage).toHaveLength(0);
});

it.each([
  ['an earlier release', { title: 'Deploy' }],
  ['another type', { ...EMPTY, keywords: 'one' }],
  ['none', null],
  ['a text', 'Deploy'],
])('does not restore the shape of %s', (_what, kept) => {
  open().type('Deploy');
  const [place] = Object.keys(window.sessionStorage);
  window.sessionStorage.setItem(place!, JSON.stringify(kept));
  expect(open().draft().value).toEqual(EMPTY);
});

it('does not restore invalid JSON', () => {
  open().type('Deploy');
  const [place] = Object.keys(window.sessionStorage);
  window.sessionStorage.setItem(place!, '{"name":');
  expect(open().draft().value).toEqual(EMPTY);
});

it('keeps no earlier text of a draft that is too long', () => {
  const page = open();
  page.type('Deploy');
  page.type('long '.repeat(250_000));
  expect(page.draft().value.name).toHaveLength(1_250_000);
  expect(hasDraft()).toBe(false);
});

it.each(['getItem', 'setItem', 'removeItem'] as const)('works when storage rejects %s', (method) => {
  jest.spyOn(Storage.prototype, method).mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const page = open();
  page.type('Deploy');
  expect(page.draft().value.name).toBe('Deploy');
  act(() => page.draft().reset());
  clearDrafts();
  expect(page.draft().value).toEqual(EMPTY);
});

it('passes a restored draft through the form’s restore function', () => {
  open().type('Deploy');
  const { result } = renderHook(
    () => useDraft('agent.new', EMPTY, (kept) => ({ ...kept, name: `${kept.name} again` })),
    { wrapper: ({ children }) => <ShellProvider shell={fakeShell()}>{children}</ShellProvider> },
  );
  expect(result.current.value.name).toBe('Deploy again');
});
