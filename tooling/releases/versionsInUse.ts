/** The versions of a remote that browsers may get: live, canary and previous. */
import type { Registry } from '@hindsight/shared-contracts/registry';

export function versionsInUse({ remotes, rollout }: Registry, remote: string): string[] {
  const { previous, canary } = rollout?.[remote] ?? {};
  const used = [remotes[remote]?.version, canary?.to.version, previous?.version];
  return [...new Set(used.filter((version) => version !== undefined))];
}
