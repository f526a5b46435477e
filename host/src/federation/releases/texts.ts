/** All texts of the release manager. */
import { CONTRACTS_VERSION, type RemoteDescriptor, type Release } from '@hindsight/shared-contracts/registry';

/** `1.1.0-3f2a91c0` → `1.1.0`, unless two builds share the number. */
function shortVersion(version: string, other?: string): string {
  const [short = version] = version.split('-', 1);
  return other !== undefined && other !== version && other.split('-', 1)[0] === short ? version : short;
}

const releaseName = (release: Release, other?: Release | null) =>
  `${release.descriptor.displayName} ${shortVersion(release.version, other?.version)}`;

export const USE_IT_NOW = 'Use it now';
export const UNSAVED_CHANGES = 'You have unsaved changes.';

export const isNewer = (next: Release, running: Release) =>
  Date.parse(next.builtAt) > Date.parse(running.builtAt);

/** A release built earlier than the running one is a rollback. */
const isRollback = (next: Release, running: Release) => isNewer(running, next);

export function readyText(next: Release, running: Release, draftsHeld: boolean): string {
  const kind = isRollback(next, running) ? 'Rollback' : 'New version';
  const step = `${releaseName(next, running)} replaces ${shortVersion(running.version, next.version)}`;
  const when = draftsHeld
    ? 'It loads once you have saved or discarded your draft.'
    : 'It loads on the next page you open.';
  return `${kind} ready: ${step}. ${when}`;
}

export function activatedText(next: Release, before: Release): string {
  const version = shortVersion(next.version, before.version);
  return isRollback(next, before)
    ? `${next.descriptor.displayName} was rolled back to version ${version}.`
    : `${next.descriptor.displayName} is now version ${version}.`;
}

export const refusedText = ({ descriptor }: Release) =>
  `The new version of ${descriptor.displayName} can't be used yet. You stay on the current one.`;

export const heldBackText = (release: Release, reason: string, running: Release) =>
  `${releaseName(release, running)} is on hold because ${reason}. You stay on version ${shortVersion(running.version, release.version)}.`;

export const quarantinedText = ({ descriptor }: Release) =>
  `${descriptor.displayName} had a problem, so you’re back on its previous version.`;

/** Number of visits with a failure after which a release is quarantined. */
export const MAX_CRASHED_VISITS = 3;

export const crashReason = (error: unknown, count: number) =>
  `it failed${count > 1 ? ` on ${count} visits` : ''} (${error instanceof Error ? error.message : String(error)}).`;

/** Why a remote must not run with this dashboard's contracts, and which side has to update. */
export function contractsText({ displayName, contracts }: RemoteDescriptor): string {
  const wanted = /\d+(\.\d+)*/.exec(contracts)?.[0] ?? '';
  const isNewer = wanted.localeCompare(CONTRACTS_VERSION, undefined, { numeric: true }) > 0;
  const who = isNewer
    ? 'Update the dashboard, or roll this part back to an earlier version.'
    : 'Rebuild this part with the current contracts.';
  return `${displayName} was built for contracts ${contracts}, and this dashboard has ${CONTRACTS_VERSION}. ${who}`;
}

export function overrideText(displayName: string, url: string): string {
  return `Override: this tab loads ${displayName} from ${url}.`;
}

export const overrideFailedText = (displayName: string, url: string, reason: string) =>
  `${overrideText(displayName, url)} The override failed: ${reason} Showing the released version instead.`;

export function notAllowedText(name: string, url: string, allowed: readonly string[]): string {
  const which =
    allowed.length > 0
      ? `this installation allows only ${allowed.join(', ')}`
      : 'this installation allows none (REMOTE_OVERRIDE_ORIGINS)';
  return `The override of ${name} with ${url} was rejected: ${which}.`;
}
