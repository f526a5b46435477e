/** What an import does with memories that hold secrets, and what the service found in them. */
import type { RowSecrets, SecretMode } from '@hindsight/shared-contracts/api';
import { formatNumber } from '@hindsight/shared-contracts/rules';
import type { ImportItem } from '@hindsight/import-formats';

export type SecretChoice = 'keep' | 'mask' | 'leave';

/** What can be chosen. The first is what the workspace does by itself. */
export const SECRET_CHOICES: Readonly<Record<SecretMode, readonly SecretChoice[]>> = {
  mark: ['keep', 'mask', 'leave'],
  mask: ['mask', 'leave'],
  refuse: ['leave', 'mask'],
};

/** Memories of the file with secrets. */
export type ItemSecrets = ReadonlyMap<ImportItem, RowSecrets>;

/** How many memories hold a secret of each kind, the most frequent first: `GitHub token (12), password`. */
export function kindsText(secrets: ItemSecrets): string {
  const counts = new Map<string, number>();
  for (const { found } of secrets.values())
    for (const kind of new Set(found.map((one) => one.kind))) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([kind, count]) => (count === 1 ? kind : `${kind} (${formatNumber(count)})`))
    .join(', ');
}
