/** Rules of the weekly digest: schedule, summary lines and signed unsubscribe tokens. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { formatCount } from '../../../platform/text/rules/formatCount';

const DAY_MS = 86_400_000;
const DAYS = 7;
/** Mondays at 07:00 UTC: in most time zones before or during the first morning of the work week. */
const HOUR = 7;
const MONDAY = 1;

/** The first Monday morning after a moment. */
export function nextDigest(after: Date): Date {
  const due = new Date(after);
  due.setUTCHours(HOUR, 0, 0, 0);
  due.setUTCDate(due.getUTCDate() + ((MONDAY - due.getUTCDay() + DAYS) % DAYS));
  return due > after ? due : new Date(due.getTime() + DAYS * DAY_MS);
}

/** The start of the week that ends at `due`. */
export const weekBefore = (due: Date): Date => new Date(due.getTime() - DAYS * DAY_MS);

/** Activity in a workspace during one week. */
export interface WeekOfWorkspace {
  learned: { total: number; agents: { agent_name: string; memory_block_count: number }[] };
  retrieved: number;
  /** Retrieved memories with high feedback. */
  helped: number;
  waiting: number;
  marked: number;
  refused: number;
  missed: number;
}

const MOST_AGENTS = 5;

/** One sentence per nonzero figure; none for a week without activity, even if older suggestions are pending. */
export function digestLines(week: WeekOfWorkspace): string[] {
  const { learned, retrieved, helped, waiting, marked, refused, missed } = week;
  if (learned.total + retrieved + refused + missed === 0) return [];
  const agents = learned.agents
    .slice(0, MOST_AGENTS)
    .map(({ agent_name: name, memory_block_count: count }) => `${name} ${formatNumber(count)}`);
  const others = learned.agents.length - agents.length;
  const byAgent = [...agents, ...(others > 0 ? [formatCount(others, 'more agent', 'more agents')] : [])].join(
    ', ',
  );
  return [
    learned.total > 0 && `${formatCount(learned.total, 'new memory', 'new memories')}: ${byAgent}.`,
    retrieved > 0 &&
      `${formatCount(retrieved, 'memory was', 'memories were')} retrieved by agents, ${formatNumber(helped)} of them with high feedback.`,
    missed > 0 && `${formatCount(missed, 'question', 'questions')} from agents had no results.`,
    refused > 0 && `${formatCount(refused, 'agent request was', 'agent requests were')} denied.`,
    marked > 0 && `${formatCount(marked, 'memory is', 'memories are')} marked wrong or outdated.`,
    waiting > 0 && `${formatCount(waiting, 'suggestion is', 'suggestions are')} pending in the review inbox.`,
  ].filter((line) => line !== false);
}

const signUser = (secret: string, userId: string) =>
  createHmac('sha256', secret).update(`digest of ${userId}`).digest('hex');

/** Signed token of a digest link. Identifies the recipient; only good for ending their digest. */
export const digestToken = (secret: string, userId: string): string =>
  `${userId}.${signUser(secret, userId)}`;

/** The recipient of a token; null when the signature is invalid. */
export function verifyDigestToken(secret: string, token: string): string | null {
  const [userId = '', signature = '', ...more] = token.split('.');
  const expected = Buffer.from(signUser(secret, userId));
  const sent = Buffer.from(signature);
  const isOurs = sent.length === expected.length && timingSafeEqual(sent, expected) && more.length === 0;
  return isOurs ? userId : null;
}
