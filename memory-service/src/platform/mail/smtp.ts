/** Sends emails through an SMTP server. */
import type { Transporter } from 'nodemailer';
import type { MailTransport } from './transport';

const TIMEOUT_MS = 15_000;

/** Transport to the server at `url` (`smtp://user:password@host:port`, `smtps:` for implicit TLS). */
export function smtpTransport(url: string, from: string): MailTransport {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const secure = protocol === 'smtps:';
  const options = {
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    // `?starttls=never` is for a local server.
    ignoreTLS: searchParams.get('starttls') === 'never',
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  };
  let transport: Transporter | undefined;
  /** Loads the library with the first email. */
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    return (transport ??= createTransport(options));
  };
  return {
    send: async ({ recipient, replyTo, subject, html, text, unsubscribeUrl }) => {
      // As an object the address is not parsed again, so it cannot add a second recipient.
      const to = { name: '', address: recipient };
      const headers = unsubscribeUrl !== null && {
        headers: {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      };
      await (
        await connect()
      ).sendMail({
        from,
        to,
        subject,
        html,
        text,
        ...(replyTo !== null && { replyTo }),
        ...headers,
      });
    },
    close: () => transport?.close(),
  };
}
