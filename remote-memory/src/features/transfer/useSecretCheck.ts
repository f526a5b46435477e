/** Checks the memories of an import for secrets before anything is stored. */
import { useEffect, useMemo, useState } from 'react';
import type { RowSecrets, SecretMode } from '@hindsight/shared-contracts/api';
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { MAX_IMPORT_ROWS, describeError } from '@hindsight/shared-contracts/rules';
import { useExpiredSession } from '@hindsight/shared-contracts/shell';
import { splitParts } from '../../api/importMemories';
import { useWriteContext } from '../../api/memoryWrites';
import { retryOnRateLimit } from '../../api/retryOnRateLimit';
import { checkRowsForSecrets } from '../../api/secrets';
import type { ImportItem } from '@hindsight/import-formats';
import type { ItemSecrets } from '../../model/importSecrets';
import type { Plan } from './useImport';

export interface SecretCheckState {
  isRunning: boolean;
  done: number;
  total: number;
  /** Why the check ended early: a sentence, or empty if the person skipped it. Null if it did not end early. */
  stopped: string | null;
  mode: SecretMode;
  found: ItemSecrets;
  skip(): void;
  resume(): void;
}

const TOO_LARGE = 413;
const SKIPPED = 'skipped';

/** The first items that fit into one request. */
function takeFirst(items: readonly ImportItem[]): ImportItem[] {
  const rows = items.slice(0, MAX_IMPORT_ROWS).map((item) => ({ ...item, turn: 0 }));
  return items.slice(0, splitParts(rows, false, '')[0]?.rows.length);
}

/** Secrets per item; null for a single oversized item, which the import refuses as well. */
async function ask(
  context: Parameters<typeof checkRowsForSecrets>[0],
  items: readonly ImportItem[],
  signal: AbortSignal,
) {
  const rows = items.map(({ row }) => row);
  try {
    return await retryOnRateLimit(() => checkRowsForSecrets(context, rows, signal), signal);
  } catch (error) {
    if (items.length === 1 && error instanceof ApiError && error.status === TOO_LARGE) return null;
    throw error;
  }
}

/** Checks each item once, in sequential requests, including items selected later. @param plan an early end applies to this plan only. */
export function useSecretCheck(plan: Plan | null, items: readonly ImportItem[]): SecretCheckState {
  const context = useWriteContext();
  const [mode, setMode] = useState<SecretMode>('mark');
  const [checked, setChecked] = useState<ReadonlyMap<ImportItem, RowSecrets | null>>(new Map());
  const [end, setEnd] = useState<{ plan: Plan | null; reason: unknown } | null>(null);
  const stopped = end?.plan === plan ? (end?.reason ?? null) : null;
  useExpiredSession(stopped, 'check for secrets');
  const left = useMemo(() => items.filter((item) => !checked.has(item)), [items, checked]);
  const found = useMemo(
    () => new Map(items.flatMap((item) => (checked.get(item) ? [[item, checked.get(item)!] as const] : []))),
    [items, checked],
  );
  const isRunning = left.length > 0 && stopped === null;

  useEffect(() => {
    if (!isRunning) return;
    const running = new AbortController();
    const { signal } = running;
    const part = takeFirst(left);
    ask(context, part, signal).then(
      (answer) => {
        if (signal.aborted) return;
        if (answer) setMode(answer.mode);
        const secrets = new Map(answer?.rows?.map((one) => [one.row, one]));
        setChecked(
          (now) => new Map([...now, ...part.map((item, at) => [item, secrets.get(at) ?? null] as const)]),
        );
      },
      (error: unknown) => {
        if (!signal.aborted) setEnd({ plan, reason: error });
      },
    );
    return () => running.abort();
  }, [context, plan, left, isRunning]);

  return {
    isRunning,
    done: items.length - left.length,
    total: items.length,
    stopped: left.length === 0 || stopped === null ? null : stopped === SKIPPED ? '' : describeError(stopped),
    mode,
    found,
    skip: () => setEnd({ plan, reason: SKIPPED }),
    resume: () => setEnd(null),
  };
}
