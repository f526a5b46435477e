/** Content of an email, before layout. */

/** All text is plain; addresses must be http or https. */
export interface MailContent {
  subject: string;
  paragraphs: readonly string[];
  /** Labels and values, shown below the paragraphs. */
  facts?: readonly (readonly [string, string])[];
  /** The first one becomes the button. */
  actions?: readonly MailAction[];
  /** Why the reader receives the email, below everything else. */
  reason: string;
}

export interface MailAction {
  label: string;
  url: string;
}
