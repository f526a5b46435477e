/** Test setup of the optimization center, with suggestions of each kind. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Shell } from '@hindsight/shared-contracts/shell';
import { fakeApi, fakeShell, type FakeAnswers } from '@hindsight/shared-contracts/testing';
import { renderPage } from '../../testing/renderPage';
// Preloaded, because the first import of a page exceeds the timeout of a test.
import './OptimizationPage';
import './OptimizationModal';
import './ExecutionDialog';

export const LIST = 'GET /memory-optimization/suggestions';
export const EXECUTE = 'POST /memory-optimization/suggestions/{id}/execute';
export const ids = (count: number) => Array.from({ length: count }, (_, n) => `00000000-block-${n}`);
export const suggestion = (id: string, type: string, part: object = {}) => ({
  id,
  type,
  title: `Do ${id}`,
  description: 'Why.',
  priority: 'medium',
  affected_blocks: ids(7),
  all_affected_blocks: ids(7),
  estimated_impact: 'Much.',
  status: 'pending',
  optimization_details: null,
  results: null,
  ...part,
});
/** Response to `LIST`. */
export const analysisWith = (suggestions: unknown[], total_memory_blocks_analyzed = 30) => ({
  suggestions,
  total_memory_blocks_analyzed,
});
const archive = suggestion('archive', 'archive', { priority: 'low' });
const compaction = suggestion('compaction', 'compaction', { priority: 'high' });
export const done = suggestion('done', 'merge', {
  status: 'completed',
  results: { summary: 'Merged 2.', metrics: { blocks_processed: 2 } },
});
export const completed = {
  status: 'completed',
  results: { summary: 'Archived 7 memories.', metrics: { succeeded: 7 } },
};
export const flags = {
  llmEnabled: true,
  consolidationEnabled: true,
  pruningEnabled: true,
  archivedEnabled: true,
};

/** Opens the page with fake responses; `said` returns the toasts, `sent` the inputs of one call. */
export async function open(answers: FakeAnswers, overrides: Partial<Shell> = {}, query = '') {
  const api = fakeApi({
    'GET /jobs/': { items: [] },
    'GET /review-items/': { items: [], total_items: 0, counts: {} },
    'GET /agents/': { items: [{ agent_id: 'agent-1', agent_name: 'Reviewer' }] },
    [LIST]: analysisWith([compaction, archive, done]),
    ...answers,
  });
  const toasts: { type: string; message: string; options?: unknown }[] = [];
  const show = (type: string, message: string, options?: unknown) =>
    void toasts.push({ type, message, options });
  const shell = fakeShell({ api, toasts: { show, apiError: () => undefined }, ...overrides });
  const page = await renderPage(`/memory-optimization-center${query}`, shell);
  const sentInputs = (key: string) => api.calls.filter((call) => call.key === key).map(({ input }) => input);
  const shownToasts = () => toasts.map(({ type, message }) => [type, message]);
  return { ...page, toasts, said: shownToasts, sent: sentInputs };
}
/** Finds a dialog by its heading, because next to antd selects jsdom treats dialogs as hidden and role queries miss them. */
export const openDialog = async (title: string) =>
  (await screen.findByText(title, { selector: 'h2' })).closest<HTMLElement>('[role="dialog"]')!;
export const card = async (title: string) =>
  (await screen.findByRole('button', { name: title })).closest<HTMLElement>('article')!;
/** Executes a suggestion: opens it from its card and confirms the previewed result. */
export async function execute(title: string) {
  await userEvent.click(within(await card(title)).getByRole('button', { name: 'Execute' }));
  await userEvent.click(within(await openDialog(title)).getByText('Execute Optimization'));
}
export const counters = () =>
  within(screen.getByRole('region', { name: 'Counters' }))
    .getAllByText(/^\d+$/)
    .map((one) => one.textContent);
