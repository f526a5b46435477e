/** A signed-in person with a separate agent to write memories for. */
import { signIn } from '../login/signIn';
import { createClient } from './client';
import { hasSucceeded, type Workplace } from './traffic';

/** @throws Error when the person cannot sign in or create an agent. */
export async function openWorkplace(origin: string, email: string, password: string): Promise<Workplace> {
  const { headers } = await signIn(origin, email, password);
  const client = createClient(origin, headers);
  const scope = 'scope=personal';
  const made = await client.send('POST', `/api/agents/?${scope}`, { agent_name: `load ${Date.now()}` });
  if (!hasSucceeded(made)) throw new Error(`Creating an agent failed: ${made.status} ${made.body}`);
  const { agent_id: agentId } = JSON.parse(made.body) as { agent_id: string };
  return { client, scope, agentId };
}
