/** Memories as resources, for clients that attach them to a conversation. */
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { isUuid } from '@hindsight/shared-contracts/rules';
import { windowFrom } from './model/excerpt';
import { fence } from './model/fence';
import { MAX_ANSWER_CHARACTERS } from './model/fit';
import { withVisibleControlsIn } from './model/visible';
import { CAPTURE_CHECKLIST } from './tools/agents';
import { toViews } from './tools/memoryResults';
import type { Deps } from './tools/tool';
import { InvalidInput } from './toolErrors';

/** Number of memories that a client lists by default. */
const RECENT = 20;
const TEXT = 'text/plain';

const memoryUri = (id: string) => `memory://blocks/${id}`;

export function addResources(server: McpServer, deps: Deps): void {
  const { api } = deps;

  const loadRecent = async (signal: AbortSignal) => {
    const { items } = await api.call('GET /memory-blocks/', { query: { limit: RECENT }, signal });
    return toViews(deps, items);
  };

  server.registerResource(
    'memory',
    new ResourceTemplate('memory://blocks/{id}', {
      async list({ mcpReq: { signal } }) {
        const memories = await loadRecent(signal);
        return {
          resources: memories.map(withVisibleControlsIn).map(({ id, title, workspace, age }) => ({
            uri: memoryUri(id),
            name: title,
            title,
            description: `${workspace}, ${age} old`,
            mimeType: TEXT,
          })),
        };
      },
      complete: {
        async id(typed) {
          const { items } = await api.call('GET /memory-blocks/', { query: { limit: RECENT } });
          return items.map((row) => row.id).filter((id) => id.startsWith(typed.toLowerCase()));
        },
      },
    }),
    { title: 'A memory', description: 'The full text of one memory.', mimeType: TEXT },
    async (uri, { id }, { mcpReq: { signal } }) => {
      const wanted = String(id);
      if (!isUuid(wanted)) throw new InvalidInput('A memory has the address memory://blocks/{its id}.');
      const row = await api.call('GET /memory-blocks/{id}', { params: { id: wanted }, signal });
      const views = await toViews(deps, [row], windowFrom(0, MAX_ANSWER_CHARACTERS));
      return { contents: [{ uri: uri.href, mimeType: TEXT, text: fence(views, { isWhole: true }) }] };
    },
  );

  server.registerResource(
    'recent memories',
    'memory://recent',
    {
      title: 'Recent memories',
      description: `The newest ${RECENT} memories in the workspace.`,
      mimeType: TEXT,
    },
    async (uri, { mcpReq: { signal } }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: TEXT,
          text: fence(await loadRecent(signal)) || 'There are no memories here yet.',
        },
      ],
    }),
  );

  server.registerResource(
    'capture checklist',
    'memory://checklist',
    { title: 'What makes a good memory', mimeType: TEXT },
    async (uri) => ({ contents: [{ uri: uri.href, mimeType: TEXT, text: CAPTURE_CHECKLIST }] }),
  );
}
