/** Compares memories with others of their workspace in the background, newest first. Several processes share the queue. */
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { LanguageModelProblem } from '../../platform/languageModel/languageModel';
import type { LanguageModel } from '../../platform/languageModel/languageModel';
import { accountFor, chargeTo } from '../../platform/languageModel/languageModelUsage';
import {
  claimToCompare,
  findComparableBlocks,
  queueOlder,
  storePairs,
  toTenantId,
} from './queries/contradictions';
import type { ComparedBlock, FoundPair } from './queries/contradictions';
import type { Database } from '../../platform/database/database';
import { startPeriodic } from '../../platform/jobs/periodic';
import { MAX_CONTRADICTIONS } from '../../platform/text/rules/contradictions';
import { contradictionsInThread, firstStatementsInThread } from './textWork';

export interface ContradictionFinder {
  /** Compares the queued memories now; resolves with their number. */
  catchUp: () => Promise<number>;
  /** Signals that something may have been written, so the next round starts soon. */
  wake: () => void;
  close: () => Promise<void>;
}

const SYSTEM = { kind: 'system' } as const;
const EVERY_MS = 3_000;
/** Memories per round: new ones are compared soon, and a large workspace within hours, at low load. */
const OF_ROUND = 25;
const OLDER_PER_ROUND = 100;
/** Sentences of a memory for which others are looked up. */
export const LOOKED_UP = 8;
/** Pairs per memory that a model is asked about. */
const JUDGED_PAIRS = 3;
const LONGEST_TEXT = 4000;

const Verdict = z.object({ contradict: z.boolean() });
const TASK = [
  'Do these two memories of one workspace contradict each other, so that an agent that is given both cannot follow or believe both?',
  'Two cases, two different subjects, or a rule and its exception are no contradiction.',
].join(' ');

/** Whether a pair is in conflict, according to the model; undefined if it gives no answer. */
async function judge(model: LanguageModel, { older, newer }: FoundPair, signal: AbortSignal) {
  try {
    const passages = [older, newer].map(({ text }, n) => ({
      label: n === 0 ? 'older memory' : 'newer memory',
      text: text.slice(0, LONGEST_TEXT),
    }));
    return (await model.ask({ task: TASK, passages, answer: Verdict, maxTokens: 100, signal })).contradict;
  } catch (error) {
    if (error instanceof LanguageModelProblem) return undefined;
    throw error;
  }
}

const isOlder = (a: ComparedBlock, b: ComparedBlock) =>
  a.effectiveDate < b.effectiveDate || (a.effectiveDate === b.effectiveDate && a.id < b.id);

/** Conflicts of the block by rules; with `isJudged`, also pairs that are merely similar. */
async function findByRules(
  block: ComparedBlock,
  others: readonly ComparedBlock[],
  isJudged: boolean,
): Promise<FoundPair[]> {
  const texts = others.map((other) => ({ text: other.text, isOlder: isOlder(other, block) }));
  const contradictions = await contradictionsInThread(block.text, texts, isJudged);
  return others.flatMap((other, at): FoundPair[] => {
    const found = contradictions[at];
    const [older, newer] = texts[at]?.isOlder ? [other, block] : [block, other];
    return found ? [{ older, newer, found, generatedBy: 'deterministic' }] : [];
  });
}

/** Without `model`, only the rules decide. */
export function createContradictionFinder(
  database: Database,
  model: LanguageModel | undefined,
  log: FastifyBaseLogger | undefined,
): ContradictionFinder {
  const closing = new AbortController();

  const findPairs = async (block: ComparedBlock): Promise<FoundPair[]> => {
    const told = await firstStatementsInThread(block.text, LOOKED_UP);
    const others = await database.read(SYSTEM, (handle) => findComparableBlocks(handle, block, told));
    const strict = await findByRules(block, others, false);
    const certain = strict.length > MAX_CONTRADICTIONS ? [] : strict;
    if (!model) return certain;
    const pairs: FoundPair[] = [];
    const loose = await findByRules(block, others, true);
    for (const pair of loose.length > MAX_CONTRADICTIONS ? certain : loose.slice(0, JUDGED_PAIRS)) {
      const account = accountFor(toTenantId(block), 'conflicts');
      const verdict = await chargeTo(account, () => judge(model, pair, closing.signal));
      if (verdict) pairs.push({ ...pair, generatedBy: 'model' });
      else if (verdict === undefined)
        pairs.push(
          ...certain.filter(({ older, newer }) => older.id === pair.older.id && newer.id === pair.newer.id),
        );
    }
    return pairs;
  };

  const round = async () => {
    const blocks = await database.write(SYSTEM, (handle) => claimToCompare(handle, OF_ROUND));
    // One transaction costs less than many, but a model may take minutes, and its findings should appear sooner.
    const found: [ComparedBlock, FoundPair[]][] = [];
    const storeFound = () =>
      database.write(SYSTEM, async (handle) => {
        for (const [block, pairs] of found.splice(0)) await storePairs(handle, block, pairs);
      });
    for (const block of blocks) {
      if (closing.signal.aborted) break;
      found.push([block, await findPairs(block)]);
      if (model) await storeFound();
    }
    if (found.length > 0) await storeFound();
    if (blocks.length > 0) return { compared: blocks.length, isIdle: false };
    const hasOlder = await database.write(SYSTEM, (handle) => queueOlder(handle, OLDER_PER_ROUND));
    return { compared: 0, isIdle: !hasOlder };
  };

  let running: Promise<unknown> = Promise.resolve();
  const runSequentially = <T>(work: () => Promise<T>): Promise<T> => {
    const next = running.then(work);
    running = next.catch(() => undefined);
    return next;
  };
  const periodic = startPeriodic(EVERY_MS, () =>
    runSequentially(round).then(
      ({ isIdle }) => !isIdle,
      (error: unknown) => {
        if (!closing.signal.aborted) log?.warn({ err: error }, 'failed to compare memories');
        return false;
      },
    ),
  );

  return {
    catchUp: () =>
      runSequentially(async () => {
        let total = 0;
        for (;;) {
          const { compared } = await round();
          if (compared === 0) return total;
          total += compared;
        }
      }),
    wake: periodic.wake,
    close: async () => {
      closing.abort();
      await periodic.close();
      await running;
    },
  };
}
