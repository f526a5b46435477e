/** Sends the emails written by changes: after their commit, with increasing delays while the server rejects them. */
import type { Config } from '../config/config';
import type { Database } from '../database/database';
import { claimMails, recordFailure, markSent } from './mails';
import { applyNews } from './news';
import type { MailTransport } from './transport';
import { smtpTransport } from './smtp';

export interface MailQueue {
  /** Polls soon, after a possible write. */
  wake: () => void;
  /** Resolves when nothing is in flight. */
  close: () => Promise<void>;
}

const SYSTEM = { kind: 'system' } as const;
const BATCH = 20;
/** How often the queue polls for emails whose retry delay is over. */
const POLL_MS = 15_000;

/** The queue if a mail server is configured; otherwise emails stay in the outbox. */
export function createMailQueue(
  config: Config,
  database: Database,
  onError: (error: unknown) => void,
  port: MailTransport | undefined = config.mail.smtpUrl === undefined
    ? undefined
    : smtpTransport(config.mail.smtpUrl, config.mail.from),
): MailQueue {
  if (!port) return { wake: () => undefined, close: () => Promise.resolve() };
  let closed = false;
  let awake = false;
  let running: Promise<void> | undefined;

  const sendBatch = async (): Promise<number> => {
    const mails = await database.write(SYSTEM, (handle) => claimMails(handle, BATCH));
    for (const mail of mails) {
      try {
        await port.send(applyNews(mail));
        await database.write(SYSTEM, (handle) => markSent(handle, mail.id));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        await database.write(SYSTEM, (handle) => recordFailure(handle, mail.id, reason.slice(0, 500)));
      }
    }
    return mails.length;
  };

  const run = async (): Promise<void> => {
    while (awake && !closed) {
      awake = false;
      while (!closed && (await sendBatch()) === BATCH);
    }
  };

  const wake = (): void => {
    awake = true;
    running ??= run()
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  };

  const timer = setInterval(wake, POLL_MS).unref();
  return {
    wake,
    close: async () => {
      closed = true;
      clearInterval(timer);
      await running;
      port.close();
    },
  };
}
