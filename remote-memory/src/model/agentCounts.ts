/** How many memories each agent has. */
import { fields, firstText, numberOr } from '@hindsight/shared-contracts/api/client';
import { listIn } from '@hindsight/shared-contracts/api/rows';

export interface AgentCount {
  /** Memories that are not archived. */
  memories: number;
  archived: number;
  /** ISO time of the newest memory that is not archived; empty when there is none. */
  lastActivity: string;
}

/**
 * Reads `GET /agents/counts` by the agents' ids.
 * @throws UnexpectedAnswerError when it holds no counts: unknown is not zero.
 */
export function readAgentCounts(answer: unknown): ReadonlyMap<string, AgentCount> {
  const found = new Map<string, AgentCount>();
  for (const value of listIn(answer, 'counts')) {
    const one = fields(value);
    const id = firstText(one['agent_id']);
    if (id === '') continue;
    found.set(id, {
      memories: Math.max(0, numberOr(one['count'], 0)),
      archived: Math.max(0, numberOr(one['archived_count'], 0)),
      lastActivity: firstText(one['last_activity']),
    });
  }
  return found;
}
