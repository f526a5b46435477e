/** What stands in the way of deleting an organization. */

/** How many rows of each kind belong to an organization; null where that could not be found out. */
export interface Contents {
  agents: number | null;
  /** Archived ones included. */
  memories: number | null;
  keywords: number | null;
}

export const DELETE_WARNING = 'This cannot be undone. Agents, memories and keywords must be removed first.';

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

/** What must be removed first, e.g. `3 agents, 120 memories`; empty when nothing is known to be there. */
export function leftovers({ agents, memories, keywords }: Contents): string {
  return [
    agents ? counted(agents, 'agent', 'agents') : '',
    memories ? counted(memories, 'memory', 'memories') : '',
    keywords ? counted(keywords, 'keyword', 'keywords') : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
