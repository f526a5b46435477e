/** What `pnpm releases` prints: versions of each remote with their part in the registry, and the last changes. */
import type { Registry } from '@hindsight/shared-contracts/registry';
import { canaryText } from './actions';
import { type AuditLine, readAudit } from './audit';
import { publishedVersions } from './keep';
import { readStoredRegistry } from './registryChange';
import type { Store } from './store';

const SHOWN_CHANGES = 10;

/** The part a version plays: live, previous, canary, or nothing. */
function roleOf(registry: Registry, remote: string, version: string): string {
  const { previous, canary } = registry.rollout?.[remote] ?? {};
  if (registry.remotes[remote]?.version === version) return 'live';
  if (canary?.to.version === version) return `canary ${canaryText(canary)?.slice(version.length + 1) ?? ''}`;
  return previous?.version === version ? 'previous' : '';
}

const changeLine = ({ when, who, what, remote, from, to, reason }: AuditLine) =>
  `  ${when.slice(0, 16).replace('T', ' ')}  ${who}: ${what} ${remote} ${from ?? '-'} → ${to ?? '-'}${reason ? ` (${reason})` : ''}`;

/** @param only one remote; all that the store knows by default. */
export async function listReleases(store: Store, only?: string): Promise<string> {
  const { registry } = await readStoredRegistry(store);
  const audit = (await readAudit(store)).filter(({ remote }) => only === undefined || remote === only);
  const remotes = only
    ? [only]
    : [...new Set([...Object.keys(registry.remotes), ...audit.map(({ remote }) => remote)])];
  const lines = [`${store.name}, registry ${registry.serial ?? 0}`];
  for (const remote of remotes.sort()) {
    const versions = await publishedVersions(store, remote);
    lines.push('', remote);
    for (const { version, builtAt } of versions) {
      const built = builtAt.slice(0, 16).replace('T', ' ');
      lines.push(`  ${version.padEnd(24)} ${built}  ${roleOf(registry, remote, version)}`.trimEnd());
    }
    if (versions.length === 0) lines.push('  nothing published');
  }
  if (audit.length > 0) lines.push('', 'Last changes', ...audit.slice(-SHOWN_CHANGES).map(changeLine));
  return lines.join('\n');
}
