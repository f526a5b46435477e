/** Choices for memories with secrets in an import, and the findings of the service. */
import type { RowSecrets, SecretMode } from '@hindsight/shared-contracts/api';
import { formatNumber } from '@hindsight/shared-contracts/rules';
import type { ImportItem } from '@hindsight/import-formats';

export type SecretChoice = 'keep' | 'mask' | 'leave';

/** Available choices per mode. The first one is the workspace's default. */
export const SECRET_CHOICES: Readonly<Record<SecretMode, readonly SecretChoice[]>> = {
  mark: ['keep', 'mask', 'leave'],
  mask: ['mask', 'leave'],
  refuse: ['leave', 'mask'],
};

/** Memories of the file that contain secrets. */
export type ItemSecrets = ReadonlyMap<ImportItem, RowSecrets>;

/** Number of memories per kind of secret, most frequent first: `GitHub token (12), password`. */
export function kindsText(secrets: ItemSecrets): string {
  const counts = new Map<string, number>();
  for (const { found } of secrets.values())
    for (const kind of new Set(found.map((one) => one.kind))) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([kind, count]) => (count === 1 ? kind : `${kind} (${formatNumber(count)})`))
    .join(', ');
}
