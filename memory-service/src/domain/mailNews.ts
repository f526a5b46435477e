/** One change in a mail that may tell several. */
export interface MailNews {
  title: string;
  message: string;
  action?: { label: string; url: string };
  /** The organization that it names: it leaves the mail with it. */
  organization_id?: string;
}

/** Seconds that a mail about a change waits for others to the same person. */
export const NEWS_SECONDS = 60;
