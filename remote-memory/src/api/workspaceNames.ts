/** The agents and keywords of a workspace: what an export keeps beside the memories. */
import type { WorkspaceNames } from '../model/exportFormats';
import type { Memory } from '../model/memory';
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

/**
 * Names the agents of memories that came with an id alone, as the public service sends them: an id means nothing in another workspace.
 * The agents are asked for once, and only when a name is missing.
 */
export function agentNamer(
  context: WriteContext,
  signal: AbortSignal,
): (rows: readonly Memory[]) => Promise<readonly Memory[]> {
  let agents: Promise<ReadonlyMap<string, string>> | undefined;
  return async (rows) => {
    if (rows.every(({ agentName }) => agentName !== '')) return rows;
    agents ??= loadAgents(context, signal).then((all) => new Map(all.map(({ id, name }) => [id, name])));
    const names = await agents;
    return rows.map((row) => ({ ...row, agentName: row.agentName || (names.get(row.agentId) ?? '') }));
  };
}
