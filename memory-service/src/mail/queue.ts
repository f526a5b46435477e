/** Sends the mails that changes have written: after their commit, again with growing pauses when the server refuses. */
import type { Config } from '../config';
import type { Database } from '../storage/database';
import { claimMails, noteFailure, noteSent } from '../storage/mails';
import type { MailPort } from './port';
import { smtpPort } from './smtp';

export interface MailQueue {
  /** Something may have been written: look soon. */
  wake: () => void;
  /** Resolves when nothing is under way any more. */
  close: () => Promise<void>;
}

const SYSTEM = { kind: 'system' } as const;
const BATCH = 20;
/** How often a queue that nobody wakes looks for mails whose pause is over. */
const LOOK_MS = 15_000;

/** The queue of a configuration with a mail server; one without leaves the mails in the outbox. */
export function createMailQueue(
  config: Config,
  database: Database,
  onError: (error: unknown) => void,
  port: MailPort | undefined = config.mail.smtpUrl === undefined
    ? undefined
    : smtpPort(config.mail.smtpUrl, config.mail.from),
): MailQueue {
  if (!port) return { wake: () => undefined, close: () => Promise.resolve() };
  let closed = false;
  let awake = false;
  let running: Promise<void> | undefined;

  const sendBatch = async (): Promise<number> => {
    const mails = await database.write(SYSTEM, (handle) => claimMails(handle, BATCH));
    for (const mail of mails) {
      try {
        await port.send(mail);
        await database.write(SYSTEM, (handle) => noteSent(handle, mail.id));
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        await database.write(SYSTEM, (handle) => noteFailure(handle, mail.id, reason.slice(0, 500)));
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

  const timer = setInterval(wake, LOOK_MS).unref();
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
