/** What sends a mail: the one interface between the queue and a mail server. */

/** A mail as a port takes it. */
export interface OutgoingMail {
  recipient: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
}

/** A way out for mails. Rejects when the mail was not taken. */
export interface MailPort {
  send: (mail: OutgoingMail) => Promise<void>;
  close: () => void;
}
