/** Fake service with one memory that can be read, changed and refused. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { agents } from './memoryList';
import type { block } from './rows';

export const KEYWORDS = [
  { keyword_id: 'k1', keyword_text: 'one' },
  { keyword_id: 'k2', keyword_text: 'two' },
  { keyword_id: 'k3', keyword_text: 'three' },
];

/** Fake API that holds `stored`; `more` overrides single responses. */
export function fakeService(stored: ReturnType<typeof block>, more: FakeAnswers = {}) {
  let now = stored;
  return fakeApi({
    'GET /memory-blocks/{id}': () => now,
    'PUT /memory-blocks/{id}': ({ body }: { body: object }) => (now = { ...now, ...body }),
    'GET /agents/': agents,
    'GET /keywords/': KEYWORDS,
    'POST /memory-blocks/{id}/keywords/{keyword_id}': {},
    'DELETE /memory-blocks/{id}/keywords/{keyword_id}': null,
    'POST /memory-blocks/{id}/archive': () => (now = { ...now, archived: true }),
    'DELETE /memory-blocks/{id}/hard-delete': null,
    ...more,
  } as FakeAnswers);
}

export const refusal =
  (status: number, detail: string, body: object = {}) =>
  () => {
    throw new ApiError(status, detail, JSON.stringify({ detail, ...body }), null);
  };

export type Service = ReturnType<typeof fakeApi>;

/** Inputs of all calls to one endpoint, in order. */
export const recordedInputs = (api: Service, key: string) =>
  api.calls.filter((call) => call.key === key).map(({ input }) => input as Record<string, never>);

/** Fake shell that records the actions of its toasts. */
export function shellWithUndo(overrides: Partial<Shell>) {
  const undo: (() => void)[] = [];
  const shell = fakeShell(overrides);
  const { show } = shell.toasts;
  shell.toasts.show = (type, message, options) => {
    show(type, message, options);
    if (options?.action) undo.push(() => options.action?.run());
  };
  return Object.assign(shell, { undo });
}
