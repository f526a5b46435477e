/** The views of the memory list that everybody has. */

/** What it is called. */
export const SINCE_VISIT = 'New since your last visit';

/** The time span of everything since a moment, as the addresses of lists carry it. */
export const sinceMoment = (moment: string): string => `${moment}..`;

/** Parameters of the list's address. @param since the end of the person's last visit. */
export const sinceVisit = (since: string): Record<string, string> => ({ created: sinceMoment(since) });

/** Lists that answer a question of every day, with the parameters of their address. */
export const COMMON_VIEWS = [
  {
    name: 'New memories since yesterday',
    parameters: { created: 'yesterday' },
    words: 'learned news today recent',
  },
  {
    name: 'Memories marked wrong or outdated',
    parameters: { feedback: 'marked' },
    words: 'problem stale correct',
  },
  {
    name: 'Memories that helped in the last 7 days',
    parameters: { retrieved: '7d', feedback: 'high' },
    words: 'useful used retrieved week best',
  },
] as const;
