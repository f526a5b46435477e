/** Output of `pnpm releases`: each remote's versions with their role in the registry, and the latest changes. */
import type { Registry } from '@hindsight/shared-contracts/registry';
import { canaryText } from './actions';
import { type AuditLine, readAudit } from './audit';
import { publishedVersions } from './pruneVersions';
import { readStoredRegistry } from './registryChange';
import type { Store } from './store';

const SHOWN_CHANGES = 10;

/** Role of a version: live, previous, canary, or empty. */
export function releaseRole(registry: Registry, remote: string, version: string): string {
  const { previous, canary } = registry.rollout?.[remote] ?? {};
  if (registry.remotes[remote]?.version === version) return 'live';
  if (canary?.to.version === version) return `canary ${canaryText(canary)?.slice(version.length + 1) ?? ''}`;
  return previous?.version === version ? 'previous' : '';
}

/** State of the remote as a whole, for its heading. */
function describeState({ retired, disabled }: Registry, remote: string): string {
  if (retired?.includes(remote)) return ' (retired)';
  const off = disabled?.[remote];
  return off ? ` (switched off: ${off.reason})` : '';
}

/** Remotes in the registry or audit log of a store. */
export function knownRemotes(registry: Registry, record: readonly AuditLine[]): string[] {
  const named = record.map(({ remote }) => remote).filter((remote) => remote !== '');
  return [...new Set([...Object.keys(registry.remotes), ...named])].sort();
}

const changeLine = ({ when, who, what, remote, from, to, reason, key }: AuditLine) =>
  `  ${when.slice(0, 16).replace('T', ' ')}  ${who}${key ? ` [${key}]` : ''}: ${[what, remote].join(' ').trim()} ${from ?? '-'} → ${to ?? '-'}${reason ? ` (${reason})` : ''}`;

/** @param only one remote; all remotes of the store by default. */
export async function listReleases(store: Store, only?: string): Promise<string> {
  const { registry } = await readStoredRegistry(store);
  const audit = (await readAudit(store)).filter(({ remote }) => only === undefined || remote === only);
  const remotes = only ? [only] : knownRemotes(registry, audit);
  const lines = [`${store.name}, registry ${registry.serial ?? 0}`];
  for (const remote of remotes) {
    const versions = await publishedVersions(store, remote);
    lines.push('', `${remote}${describeState(registry, remote)}`);
    for (const { version, builtAt, commit } of versions) {
      const built = builtAt.slice(0, 16).replace('T', ' ');
      lines.push(
        `  ${version.padEnd(24)} ${built}  ${commit.padEnd(17)}  ${releaseRole(registry, remote, version)}`.trimEnd(),
      );
    }
    if (versions.length === 0) lines.push('  nothing published');
  }
  if (audit.length > 0) lines.push('', 'Last changes', ...audit.slice(-SHOWN_CHANGES).map(changeLine));
  return lines.join('\n');
}
