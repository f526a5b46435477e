/** Prompts that a person picks at the start and at the end of a task. */
import { completable, type McpServer } from '@modelcontextprotocol/server';
import { MAX_TEXT } from '@hindsight/shared-contracts/rules';
import { z } from 'zod';
import { fence } from './model/fence';
import { takeFitting } from './model/fit';
import { AS_AGENT, toQuestion } from './model/question';
import { CAPTURE_CHECKLIST } from './tools/agents';
import { toViews } from './tools/memoryResults';
import { type Deps, scopeInput } from './tools/tool';

/** Number of memories at the start of a task. */
const OPENING = 8;

const userMessage = (text: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
});

export function addPrompts(server: McpServer, deps: Deps): void {
  const workspace = completable(z.string().max(300).optional(), async (typed) => {
    const names = await deps.workspaces.names();
    return names.filter((name) => name.toLowerCase().startsWith((typed ?? '').toLowerCase()));
  });

  server.registerPrompt(
    'begin_task',
    {
      title: 'Begin a task with what was learned before',
      description: 'Recalls the memories that match a task, and asks to plan with them.',
      argsSchema: z.object({ task: z.string().min(1).max(MAX_TEXT), workspace }),
    },
    async ({ task, workspace: name }, { mcpReq: { signal } }) => {
      const { text, isCut } = toQuestion(task);
      const rows = await deps.api.call('GET /memory-blocks/search/hybrid', {
        query: { query: text, limit: OPENING, ...AS_AGENT },
        ...(await scopeInput(deps, name)),
        signal,
      });
      const memories = fence(takeFitting(await toViews(deps, rows)));
      const known =
        memories === ''
          ? 'Nothing that matches was recorded yet. Call recall with other words when you know more.'
          : `These memories may help:\n\n${memories}`;
      const note = isCut ? ' The task is long: only its beginning was searched for.' : '';
      return userMessage(
        `The task: ${task}\n\n${known}${note}\n\nPlan the task. Name the memories that you use by their id, and say where one of them is wrong or outdated.`,
      );
    },
  );

  server.registerPrompt(
    'finish_task',
    {
      title: 'Finish a task and keep what was learned',
      description: 'Asks to review the work and to record its lessons.',
      argsSchema: z.object({ task: z.string().max(MAX_TEXT).optional() }),
    },
    ({ task }) =>
      userMessage(
        [
          task ? `The task is done: ${task}` : 'The task is done.',
          'Look back at it. For each lesson that would have saved time: recall whether it is known; then record it with remember, or repair the older memory with update. Rate the memories that you used with feedback.',
          CAPTURE_CHECKLIST,
        ].join('\n\n'),
      ),
  );
}
