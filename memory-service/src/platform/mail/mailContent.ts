/** What a mail says, before it is laid out. */

/** All texts are plain; addresses must be http or https. */
export interface MailContent {
  subject: string;
  paragraphs: readonly string[];
  /** Labels with values, shown below the paragraphs. */
  facts?: readonly (readonly [string, string])[];
  /** The first one is the button. */
  actions?: readonly MailAction[];
  /** Why the reader gets it, below everything else. */
  reason: string;
}

export interface MailAction {
  label: string;
  url: string;
}
