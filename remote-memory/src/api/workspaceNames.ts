/** The agents and keywords of a workspace: what an export keeps beside the memories. */
import type { WorkspaceNames } from '../model/exportFormats';
import { loadAgents } from './agents';
import { loadKeywords } from './keywords';
import type { WriteContext } from './memoryWrites';

/** Agents of other workspaces, which memories here may name, are not part of this one. */
export async function loadNames(context: WriteContext, signal: AbortSignal): Promise<WorkspaceNames> {
  const [agents, keywords] = await Promise.all([loadAgents(context, signal), loadKeywords(context, signal)]);
  return {
    agents: agents.filter(({ scope }) => scope === context.scope.scope),
    keywords: keywords.map(({ text }) => text),
  };
}
