/** Agents and keywords of a workspace, which an export includes besides the memories. */
import type { WorkspaceNames } from '../model/exportFormats';
import { loadAgents } from './agents';
import { loadKeywords } from './keywords';
import type { WriteContext } from './memoryWrites';

/** Excludes agents of other workspaces, even if memories here name them. */
export async function loadNames(context: WriteContext, signal: AbortSignal): Promise<WorkspaceNames> {
  const [agents, keywords] = await Promise.all([loadAgents(context, signal), loadKeywords(context, signal)]);
  return {
    agents: agents.filter(({ scope }) => scope === context.scope.scope),
    keywords: keywords.map(({ text }) => text),
  };
}
