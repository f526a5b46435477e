/** The weekly digest mail, and the background writer that queues due ones. */
import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../platform/config/config';
import { digestLines, digestToken, nextDigest, weekBefore } from './rules/digest';
import { listRows } from '../../platform/auth/rules/permissions';
import type { Person } from '../../platform/auth/rules/principal';
import type { Scope } from '../../platform/auth/rules/scope';
import { jobPrincipal } from '../../platform/jobs/jobPrincipal';
import type { Database } from '../../platform/database/database';
import {
  claimDigests,
  digestSecret,
  lockExistingOrganizations,
  finishDigest,
  loadWeek,
} from './queries/digests';
import type { DueDigest } from './queries/digests';
import { queueMail } from '../../platform/mail/mails';
import { absoluteUrl } from '../../platform/mail/links';
import { digestContent } from '../../platform/mail/digestContent';
import { renderMail } from '../../platform/mail/template';
import type { MailNews } from '../../schema/activity';

const DIGEST_EVENT = 'weekly_digest';

export interface DigestWriter {
  /** Queues all due digests. @returns the number of mails. */
  write: () => Promise<number>;
  close: () => Promise<void>;
}

const SYSTEM = { kind: 'system' } as const;
const EVERY_MS = 10 * 60_000;
const BATCH = 20;

const newSecret = () => randomBytes(32).toString('hex');

/** HMAC key of the digest links. */
export const linkSecret = (database: Database) => digestSecret(database, newSecret);

/** Under the guest API, which carries no credentials: the link can only end the digest. */
const endPath = (token: string) => `/guest-api/digest/end?token=${token}`;

/** News of each workspace, as visible to the person. */
async function loadSections(database: Database, person: Person, due: Date): Promise<MailNews[]> {
  const places: { name: string; scope: Scope; id?: string }[] = [
    { name: 'Personal workspace', scope: { kind: 'personal' } },
    ...person.memberships
      .filter((membership) => membership.can_read)
      .map(({ organization_id: id, organization_name: name }) => ({
        name,
        id,
        scope: { kind: 'organization', organizationId: id } as const,
      })),
  ];
  const sections: MailNews[] = [];
  for (const { name, scope, id } of places) {
    const rows = listRows(person, scope);
    const week = await database.read(person, (handle) =>
      loadWeek(handle, rows, { from: weekBefore(due), until: due }),
    );
    const lines = digestLines(week);
    if (lines.length > 0)
      sections.push({
        title: name,
        message: lines.join('\n'),
        ...(id !== undefined && { organization_id: id }),
      });
  }
  return sections;
}

export function createDigestWriter(
  config: Config,
  database: Database,
  log: FastifyBaseLogger | undefined,
): DigestWriter {
  const writeOne = async (digest: DueDigest): Promise<boolean> => {
    const due = new Date(digest.due);
    const principal = await jobPrincipal(config, database, { userId: digest.userId, token: null });
    const read =
      'refused' in principal || principal.kind !== 'person'
        ? []
        : await loadSections(database, principal, due);
    const secret = await linkSecret(database);
    const unsubscribeUrl = absoluteUrl(config.appBaseUrl, endPath(digestToken(secret, digest.userId)));
    return database.write(SYSTEM, async (handle) => {
      // Skips missed weeks.
      if (!(await finishDigest(handle, digest, nextDigest(new Date())))) return false;
      const here = await lockExistingOrganizations(
        handle,
        read.flatMap(({ organization_id: id }) => id ?? []),
      );
      const sections = read.filter(({ organization_id: id }) => id === undefined || here.has(id));
      if (sections.length === 0) return false;
      const mail = {
        event: DIGEST_EVENT,
        budget: 'system',
        recipient: digest.email,
        actorUserId: digest.userId,
        sections,
        unsubscribeUrl,
      } as const;
      const rendered = renderMail(digestContent(sections, unsubscribeUrl));
      return 'id' in (await queueMail(handle, { ...mail, ...rendered }, config.mail));
    });
  };

  const write = async (): Promise<number> => {
    let written = 0;
    for (;;) {
      const due = await database.write(SYSTEM, (handle) => claimDigests(handle, BATCH));
      for (const digest of due)
        await writeOne(digest).then(
          (isWritten) => (written += isWritten ? 1 : 0),
          (error: unknown) => log?.warn({ err: error, user: digest.userId }, 'failed to queue a digest'),
        );
      if (due.length < BATCH) return written;
    }
  };

  let running: Promise<unknown> = Promise.resolve();
  const runSequentially = () => {
    const next = running.then(write);
    running = next.catch((error: unknown) => log?.warn({ err: error }, 'failed to queue digests'));
    return next;
  };
  const timer = setInterval(() => void runSequentially().catch(() => undefined), EVERY_MS);
  timer.unref();
  return {
    write: runSequentially,
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
