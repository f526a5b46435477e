/** What the page's policy leaves open until nginx starts: origins of the remotes, and further origins that a page may call. */
export const POLICY_VARIABLES = ['REMOTE_ORIGINS', 'CONNECT_ORIGINS'] as const;
