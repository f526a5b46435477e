/** The views of the memory list that everybody has. */

/** What it is called. */
export const SINCE_VISIT = 'New since your last visit';

/** The time span of everything since a moment, as the addresses of lists carry it. */
export const sinceMoment = (moment: string): string => `${moment}..`;

/** Parameters of the list's address. @param since the end of the person's last visit. */
export const sinceVisit = (since: string): Record<string, string> => ({ created: sinceMoment(since) });

interface CommonView {
  name: string;
  /** The page that shows it, and the parameters of its address. */
  page: string;
  parameters: Readonly<Record<string, string>>;
  /** Guests are not shown what it is about. */
  isForPeople?: true;
  /** Other words by which people look for it. */
  words: string;
}

/** Lists that answer a question of every day. */
export const COMMON_VIEWS: readonly CommonView[] = [
  {
    name: 'New memories since yesterday',
    page: '/memory-blocks',
    parameters: { created: 'yesterday' },
    words: 'learned news today recent',
  },
  {
    name: 'Memories marked wrong or outdated',
    page: '/memory-blocks',
    parameters: { feedback: 'marked' },
    words: 'problem stale correct',
  },
  {
    name: 'Helpful memories from the last 7 days',
    page: '/memory-blocks',
    parameters: { retrieved: '7d', feedback: 'high' },
    words: 'useful used retrieved week best helped',
  },
  {
    name: 'Silent agents first',
    page: '/agents',
    parameters: { sort: 'silent' },
    isForPeople: true,
    words: 'which are inactive quiet idle last active',
  },
  {
    name: 'Unused memories',
    page: '/analytics',
    parameters: { view: 'unused' },
    words: 'never retrieved stale',
  },
];
