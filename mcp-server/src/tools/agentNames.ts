/** Agents by the names that agents use for them. */
import { isUuid, MAX_AGENT_NAME } from '@hindsight/shared-contracts/rules';
import { InvalidInput } from '../toolErrors';
import { type Deps, scopeInput } from './tool';

async function searchAgents(
  { api, ...deps }: Deps,
  name: string,
  workspace: string | undefined,
  signal: AbortSignal,
) {
  const scope = await scopeInput({ api, ...deps }, workspace);
  const found = await api.call('GET /agents/search/', { query: { query: name }, ...scope, signal });
  const same = found.find(({ agent_name }) => agent_name.toLowerCase() === name.toLowerCase());
  return { scope, found, same };
}

/** The id of an agent by its name or id. @throws InvalidInput for a name that nobody has. */
export async function agentNamed(
  deps: Deps,
  name: string,
  workspace: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  if (isUuid(name)) return name;
  const { found, same } = await searchAgents(deps, name, workspace, signal);
  if (same) return same.agent_id;
  const alike = found.slice(0, 5).map(({ agent_name }) => agent_name);
  throw new InvalidInput(
    `There is no agent "${name}".${alike.length > 0 ? ` Alike are: ${alike.join(', ')}.` : ' Leave agent out to search the memories of all.'}`,
  );
}

/**
 * The id of the agent that remembers: by its name, which makes it where it is not there, by its id, or the one of the connection.
 * @throws InvalidInput where none is named.
 */
export async function rememberingAgent(
  deps: Deps,
  name: string | undefined,
  workspace: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const named = name ?? deps.defaults.agentId;
  if (named === null)
    throw new InvalidInput(
      'No agent is named: pass agent, the name under which you remember, such as that of your program. It is created where it is not there.',
    );
  if (isUuid(named)) return named;
  const { scope, same } = await searchAgents(deps, named, workspace, signal);
  if (same) return same.agent_id;
  const body = { agent_name: named.slice(0, MAX_AGENT_NAME) };
  return (await deps.api.call('POST /agents/', { body, ...scope, signal })).agent_id;
}
