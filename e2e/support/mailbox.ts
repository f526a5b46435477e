/** A mail server that accepts every email and exposes it: the other end of the service's SMTP_URL. */
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { SMTPServer } from 'smtp-server';

interface Mail {
  recipients: string[];
  subject: string;
  /** The plain-text part. */
  text: string;
}

export interface Mailbox {
  /** For the service's `SMTP_URL`. */
  url: string;
  /** First email to this address with this text in its subject. Fails with a list of the others. */
  mailTo(recipient: string, subject: string): Promise<string>;
  close(): Promise<void>;
}

/** Decodes quoted-printable: soft line breaks and `=3D`. */
function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Headers with quotes or non-ASCII letters use encoded words, `=?UTF-8?Q?…?=`, with `_` for a blank. */
const decodeHeader = (header: string) =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, word: string) =>
      decodeQuotedPrintable(word.replaceAll('_', ' ')),
    );

function textPart(source: string): string {
  const start = source.search(/Content-Type: text\/plain/i);
  const [part = ''] = source.slice(start).split(/\r?\n--/, 1);
  const gap = /\r?\n\r?\n/.exec(part);
  if (start < 0 || !gap) throw new Error(`A mail without a text part:\n${source.slice(0, 500)}`);
  const body = part.slice(gap.index + gap[0].length);
  const isEncoded = /Content-Transfer-Encoding: quoted-printable/i.test(part.slice(0, gap.index));
  return isEncoded ? decodeQuotedPrintable(body) : body;
}

function readMail(source: string, recipients: string[]): Mail {
  const headers = source.slice(0, source.search(/\r?\n\r?\n/)).replace(/\r?\n[ \t]+/g, ' ');
  const subject = decodeHeader(/^Subject: (.*)$/im.exec(headers)?.[1] ?? '');
  return { recipients, subject, text: textPart(source) };
}

/** First URL in an email that contains this text. */
export function linkIn(text: string, part: string): string {
  const link = text.match(/https?:\/\/\S+/g)?.find((address) => address.includes(part));
  if (!link) throw new Error(`No link with "${part}" in:\n${text}`);
  return link;
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        mails.push(readMail(Buffer.concat(chunks).toString('utf8'), recipients));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}?starttls=never`,
    async mailTo(recipient, subject) {
      const received = () => mails.filter(({ recipients }) => recipients.includes(recipient));
      const subjects = () => received().map((mail) => mail.subject);
      await expect.poll(subjects, `mails to ${recipient}`).toContainEqual(expect.stringContaining(subject));
      return received().find((mail) => mail.subject.includes(subject))!.text;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
