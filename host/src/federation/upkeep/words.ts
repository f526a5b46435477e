/** Every sentence that upkeep says. */
import type { RemoteDescriptor, Release } from '@hindsight/shared-contracts/registry';

/** `1.1.0-3f2a91c0` → `1.1.0`, unless two builds share the number. */
export function shortVersion(version: string, beside?: string): string {
  const short = version.replace(/-.*$/, '');
  return beside !== undefined && beside !== version && beside.replace(/-.*$/, '') === short ? version : short;
}

const named = (release: Release, beside?: Release | null) =>
  `${release.descriptor.displayName} ${shortVersion(release.version, beside?.version)}`;

export const NEW_VERSION_READY = 'New version ready';
export const USE_IT_NOW = 'Use it now';

/** A release built earlier than the one that runs is a way back. */
const isBack = (next: Release, running: Release) => Date.parse(next.builtAt) < Date.parse(running.builtAt);

export function readyText(next: Release, running: Release, draftsHeld: boolean): string {
  const step = isBack(next, running) ? 'takes the place of' : 'follows';
  const when = draftsHeld
    ? 'What you are writing stays: it is taken over once that is saved or let go.'
    : 'It is taken over with the next page that you open.';
  return `${NEW_VERSION_READY}: ${named(next, running)} ${step} ${shortVersion(running.version, next.version)}. ${when}`;
}

export function takenText(next: Release, before: Release): string {
  return isBack(next, before)
    ? `${next.descriptor.displayName} went back to version ${shortVersion(next.version, before.version)}.`
    : `${next.descriptor.displayName} is now version ${shortVersion(next.version, before.version)}.`;
}

export function refusedText(refused: Release, reason: string, running: Release | null): string {
  const goesOn = running ? ` Version ${shortVersion(running.version, refused.version)} goes on.` : '';
  return `${named(refused, running)} cannot be used: ${reason}${goesOn}`;
}

export function asideText(aside: Release, reason: string, instead: Release | null): string {
  const next = instead
    ? `Version ${shortVersion(instead.version, aside.version)} is used instead.`
    : 'The rest of the dashboard keeps working.';
  return `${named(aside, instead)} was put aside for this tab: ${reason} ${next}`;
}

/** How often a release may fail before it is put aside. */
export const MOST_FAILURES = 3;

export const crashReason = (error: unknown) =>
  `it stopped working ${MOST_FAILURES} times (${error instanceof Error ? error.message : String(error)}).`;

export const leftAloneText = (reason: string) =>
  `It is left alone in this tab: ${reason} Retry takes it out again.`;

export function registryText(problem: string, updatedAt: string): string {
  const time = updatedAt ? ` of ${new Date(updatedAt).toLocaleString()}` : '';
  return `The list of the dashboard's parts cannot be used: ${problem} The last good one${time} is used, and nothing is lost.`;
}

/** Why a remote must not run beside these contracts, and who has to move. */
export function contractsText({ displayName, contracts }: RemoteDescriptor, offered: string): string {
  const wanted = /\d+(\.\d+)*/.exec(contracts)?.[0] ?? '';
  const isNewer = wanted.localeCompare(offered, undefined, { numeric: true }) > 0;
  const who = isNewer
    ? 'The dashboard has to be updated, or this part put back to an earlier version.'
    : 'This part has to be built again for them.';
  return `${displayName} was built for the contracts ${contracts}, and this dashboard has ${offered}. ${who}`;
}

export function needsText({ displayName }: RemoteDescriptor, missing: readonly string[]): string {
  return `${displayName} needs a service that can do ${missing.join(', ')}, and this one cannot. The service has to be updated.`;
}

export function overrideText(displayName: string, url: string): string {
  return `Override: ${displayName} comes from ${url} in this tab.`;
}

export const overrideFailedText = (displayName: string, url: string, reason: string) =>
  `${overrideText(displayName, url)} It cannot be used: ${reason} The released version is shown.`;

export function notAllowedText(name: string, url: string, allowed: readonly string[]): string {
  const which =
    allowed.length > 0
      ? `this installation allows ${allowed.join(', ')} alone`
      : 'this installation allows none (REMOTE_OVERRIDE_ORIGINS)';
  return `The override of ${name} by ${url} was refused: ${which}.`;
}
