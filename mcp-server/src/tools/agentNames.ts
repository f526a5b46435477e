/** Finds agents by the names that agents use for them. */
import { isUuid, MAX_AGENT_NAME } from '@hindsight/shared-contracts/rules';
import { InvalidInput } from '../toolErrors';
import { type Deps, scopeInput } from './tool';

/** Id of an agent by name or id. @throws InvalidInput for an unknown name. */
export async function agentNamed(
  deps: Deps,
  name: string,
  workspace: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  if (isUuid(name)) return name;
  const scope = await scopeInput(deps, workspace);
  const found = await deps.api.call('GET /agents/search/', { query: { query: name }, ...scope, signal });
  const same = found.find(({ agent_name }) => agent_name.toLowerCase() === name.toLowerCase());
  if (same) return same.agent_id;
  const alike = found.slice(0, 5).map(({ agent_name }) => agent_name);
  throw new InvalidInput(
    `There is no agent "${name}".${alike.length > 0 ? ` Similar names: ${alike.join(', ')}.` : ' Leave agent out to search the memories of all.'}`,
  );
}

/** Agent in a call that stores a memory: an id, or a name whose agent is created with the memory when missing. */
export type Author = { agent_id: string } | { agent_name: string };

/** The named agent, or the connection's. @throws InvalidInput when there is neither. */
export function authorNamed({ defaults }: Deps, name: string | undefined): Author {
  const named = name ?? defaults.agentId;
  if (named === null)
    throw new InvalidInput(
      'No agent is named: pass agent, the name under which you remember, such as that of your program. It is created if it does not exist.',
    );
  return isUuid(named) ? { agent_id: named } : { agent_name: named.slice(0, MAX_AGENT_NAME) };
}
