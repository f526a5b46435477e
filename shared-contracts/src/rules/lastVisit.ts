/** Predefined views of the memory list. */

/** Display name of the view. */
export const SINCE_VISIT = 'New since your last visit';

/** Date range from a given time on, in the format of list URLs. */
export const sinceMoment = (moment: string): string => `${moment}..`;

/** Query parameters of the list. @param since end of the person's last visit. */
export const sinceVisit = (since: string): Record<string, string> => ({ created: sinceMoment(since) });

interface CommonView {
  name: string;
  /** Path of the page, and its query parameters. */
  page: string;
  parameters: Readonly<Record<string, string>>;
  /** Hidden from guests, who may not see its data. */
  isForPeople?: true;
  /** Additional search terms. */
  words: string;
}

/** Lists that answer everyday questions. */
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
    name: 'Inactive agents first',
    page: '/agents',
    parameters: { sort: 'silent' },
    isForPeople: true,
    words: 'which are silent quiet idle last active',
  },
  {
    name: 'Unused memories',
    page: '/analytics',
    parameters: { view: 'unused' },
    words: 'never retrieved stale',
  },
];
