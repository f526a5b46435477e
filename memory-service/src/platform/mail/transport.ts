/** The interface between the mail queue and a mail server. */

interface OutgoingMail {
  recipient: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  /** Where mail programs offer to end such mails. */
  unsubscribeUrl: string | null;
}

/** Sends mails. Rejects when the server does not accept one. */
export interface MailTransport {
  send: (mail: OutgoingMail) => Promise<void>;
  close: () => void;
}
