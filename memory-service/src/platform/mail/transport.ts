/** Interface between the email queue and a mail server. */

interface OutgoingMail {
  recipient: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  /** Unsubscribe address offered by mail programs. */
  unsubscribeUrl: string | null;
}

/** Sends emails. Rejects when the server does not accept one. */
export interface MailTransport {
  send: (mail: OutgoingMail) => Promise<void>;
  close: () => void;
}
