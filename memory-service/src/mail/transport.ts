/** The interface between the mail queue and a mail server. */

/** A mail as a transport takes it. */
interface OutgoingMail {
  recipient: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
}

/** Sends mails. Rejects when the server does not accept one. */
export interface MailTransport {
  send: (mail: OutgoingMail) => Promise<void>;
  close: () => void;
}
