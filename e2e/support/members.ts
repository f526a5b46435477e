/** People for a single test: admitted to the beta program, with one agent in an otherwise empty personal workspace. */
import type { Agent, MemoryBlock } from '@hindsight/shared-contracts/api';
import type { Address } from './ownStack';
import { people } from './people';
import { PERSONAL, serviceFor, type Voice } from './service';

export interface Member {
  email: string;
  id: string;
  /** The service's client for this person. */
  service: Voice;
  /** Their first agent, Scout. */
  agent: Agent;
  /** Writes a memory as Scout. @returns its id. */
  write(content: string): Promise<string>;
}

/** Grants beta access to an address. */
export async function admit(stack: Address, email: string): Promise<Member> {
  const service = serviceFor(stack, email);
  const { user_id: id } = await service.get<{ user_id: string }>('/user-info');
  const betaAdmin = serviceFor(stack, people.betaAdmin.email);
  await betaAdmin.send('PATCH', `/beta-access/admin/users/${id}`, { status: 'accepted' });
  const agent = await service.send<Agent>('POST', `/agents/?${PERSONAL}`, { agent_name: 'Scout' });
  return {
    email,
    id,
    service,
    agent,
    async write(content) {
      const conversation_id = crypto.randomUUID();
      const body = { agent_id: agent.agent_id, conversation_id, content };
      return (await service.send<MemoryBlock>('POST', `/memory-blocks/?${PERSONAL}`, body)).id;
    },
  };
}
