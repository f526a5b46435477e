/** @jest-environment node */
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { readConfig } from '../config/config';
import { queueMail } from './mails';
import { onOneEngine } from '../../testing/engines';
import { freePort } from '../../testing/testDatabase';
import { createMailQueue } from './queue';
import { renderMail } from './template';
import { until } from '../../testing/waiting';

const SYSTEM = { kind: 'system' } as const;

test('keeps user input out of the HTML and of headers', () => {
  const mail = renderMail({
    subject: 'Hello\r\nBcc: all@x.test',
    paragraphs: ['<script>alert("1")</script>'],
    facts: [['From', "O'Hara <o@x.test>"]],
    actions: [{ label: 'Go & see', url: 'https://x.test/?a="b"&c=1' }],
    reason: 'Because <you> asked.',
  });
  expect(mail.subject).toBe('Hello Bcc: all@x.test');
  expect(mail.html).not.toMatch(/<script|O'Hara|a="b"/);
  expect(mail.html).toContain('Go &amp; see');
  // The button and the plain address; the reason appears in both forms.
  expect(mail.html.match(/https:\/\/x\.test\/\?a=&quot;b&quot;&amp;c=1/g)).toHaveLength(3);
  expect(mail.html).toContain('Because &lt;you&gt; asked.');
  expect(mail.text).toMatch(/Go & see:\nhttps:\S+\n\n-- \nHindsight\nBecause <you> asked\.$/);
  expect(mail.text).toContain('<script>alert("1")</script>');
  expect(renderMail({ subject: 'x'.repeat(300), paragraphs: [], reason: '' }).subject).toHaveLength(200);
});

test('keeps facts from adding lines or changing the text direction around them', () => {
  const { text, html } = renderMail({
    subject: 'From \u202egnp',
    paragraphs: [],
    facts: [['Version', '1\r\nFrom: root@x.test\u2028Service: \u202egnp']],
    reason: '',
  });
  expect(text).toMatch(/^Version: 1 From: root@x\.test Service: gnp$/m);
  expect(html).toContain('1 From: root@x.test Service: gnp');
  expect(text + html).not.toMatch(/[\u2028\u202e]/);
});

onOneEngine('the mail queue', (world) => {
  const write = (recipient: string) =>
    world.database.write(SYSTEM, (handle) =>
      queueMail(
        handle,
        {
          event: 'test',
          budget: 'system',
          recipient,
          actorUserId: null,
          ...renderMail({ subject: 'Grüße', paragraphs: ['a\nb'], reason: 'r' }),
        },
        { hourlyLimit: 10, dailyLimit: 10 },
      ),
    );
  const states = () =>
    world.database.read(SYSTEM, async (handle) => {
      const { rows } = await handle.execute<{
        recipient: string;
        status: string;
        attempts: number;
        error: string;
      }>(sql`select recipient, status, attempts, last_error as error from mails order by created_at`);
      return rows;
    });

  test('delivers to a real server, retries a rejected email later, and sends none twice', async () => {
    const got: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('refused') ? new Error('mailbox is full') : null),
      onData: (stream, _session, done) => {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          got.push(text);
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.server.address() as AddressInfo;
    const config = readConfig({
      SMTP_URL: `smtp://127.0.0.1:${port}?starttls=never`,
      FROM_EMAIL: 'h@x.test',
    });
    const queues = [0, 1].map(() =>
      createMailQueue(config, world.database, (error) => {
        throw error;
      }),
    );
    await write('good@x.test');
    await write('refused@x.test');
    for (const queue of queues) queue.wake();
    await until(states, (rows) => rows.every((row) => row.status === 'sent' || row.error !== null));
    for (const queue of queues) await queue.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    expect(got).toHaveLength(1);
    expect(got[0]).toMatch(/^To: good@x\.test/m);
    expect(got[0]).toMatch(/text\/plain[\s\S]*text\/html/);
    expect(await states()).toMatchObject([
      { recipient: 'good@x.test', status: 'sent', attempts: 1 },
      { recipient: 'refused@x.test', status: 'pending', attempts: 1 },
    ]);
  });

  test('loses no email when the server is unreachable', async () => {
    const config = readConfig({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` });
    const queue = createMailQueue(config, world.database, () => undefined);
    await write('later@x.test');
    queue.wake();
    await until(states, (rows) => rows.every((row) => row.attempts > 0));
    await queue.close();
    expect((await states()).at(-1)).toMatchObject({ recipient: 'later@x.test', status: 'pending' });
  });
});
