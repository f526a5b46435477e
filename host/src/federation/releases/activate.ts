/**
 * Activates another release of a remote without a reload. The release is loaded before it is shown, so a broken one never appears; it is
 * activated between two pages, when no draft is held and no dialog of the remote is open.
 */
import { remoteForPath } from '@hindsight/shared-contracts/registry';
import type { Registry, Release } from '@hindsight/shared-contracts/registry';
import { openOverlays, listOverlays } from '../../shell/overlayAddress';
import type { RemoteFailure } from '../failure';
import type { Channel, Choice, ReleaseDeps } from './releases';
import { activatedText, readyText, USE_IT_NOW } from './texts';

interface ReleaseStyles {
  /** Removes a release's style sheets from the page, including ones that arrive later. */
  remove(release: Release): void;
  restore(release: Release): void;
  /** Removes the sheets of a dropped release for good: the release brings new ones when it is loaded again. */
  forget(release: Release): void;
  stop(): void;
}

/** Normalized like an element's `href`. */
const releaseFolder = ({ baseUrl }: Release): string => new URL(baseUrl).href;

const isSheet = (node: Node): node is HTMLLinkElement =>
  node instanceof HTMLLinkElement && node.rel === 'stylesheet';

/**
 * Removes the style sheets of releases that do not run. The program of a release that may come back stays in memory, so its sheets are kept
 * and restored with it.
 */
function createReleaseStyles(head: HTMLElement = document.head): ReleaseStyles {
  /** Removed sheets, by the folder of their release. */
  const removed = new Map<string, HTMLLinkElement[]>();

  function removeSheets(sheets: Iterable<HTMLLinkElement>): void {
    for (const sheet of sheets)
      for (const [folder, list] of removed) {
        if (!sheet.href.startsWith(folder)) continue;
        sheet.remove();
        list.push(sheet);
      }
  }

  // A page of the release may still have been loading when the release was replaced.
  const observer = new MutationObserver((changes) =>
    removeSheets(changes.flatMap(({ addedNodes }) => [...addedNodes].filter(isSheet))),
  );
  observer.observe(head, { childList: true });

  return {
    remove(release) {
      const folder = releaseFolder(release);
      if (removed.has(folder)) return;
      removed.set(folder, []);
      removeSheets(document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'));
    },
    restore(release) {
      const folder = releaseFolder(release);
      const sheets = removed.get(folder);
      removed.delete(folder);
      if (sheets) head.append(...sheets);
    },
    forget(release) {
      this.remove(release);
      removed.set(releaseFolder(release), []);
    },
    stop: () => observer.disconnect(),
  };
}

export interface Activator {
  /**
   * Loads a chosen release and activates it when that interrupts no work; a failure changes nothing.
   * @param immediately activates it also on an open page: the running release is broken, or the workspace has just changed.
   */
  propose(name: string, choice: Choice, immediately: boolean): Promise<RemoteFailure | null>;
  /** Activates a release as soon as it is loaded, because the one on screen is broken. */
  replace(name: string, choice: Choice): Promise<RemoteFailure | null>;
  /** Removes a remote that the registry no longer names, as soon as none of its pages is open. */
  remove(name: string): void;
  /** Activates waiting releases where nothing prevents it. */
  navigated(): void;
  /** Updates style sheets after remotes were disabled or enabled. */
  switched(): void;
  /** Activates the waiting release of one remote, after asking about drafts. */
  activate(name: string): Promise<void>;
  openChannel(name: string): Channel;
  waiting(name: string): Choice | null;
  /** Release that ran in this page before the current one; null when there was none. */
  replaced(name: string): Release | null;
  stop(): void;
}

/** Whether the address opens a dialog of the remote. */
function hasOpenOverlay(registry: Registry, name: string): boolean {
  return openOverlays(listOverlays(registry, []), window.location.search).some(
    ({ part }) => 'remote' in part && part.remote === name,
  );
}

export function createActivator({
  registry,
  remotes,
  notices,
  drafts,
  toasts,
}: Pick<ReleaseDeps, 'registry' | 'remotes' | 'notices' | 'drafts' | 'toasts'>): Activator {
  const channels = new Map<string, Channel>();
  const waiting = new Map<string, Choice>();
  const replaced = new Map<string, Release>();
  /** Releases of each remote in this page's memory, by version. */
  const loaded = new Map<string, Map<string, Release>>();
  /** Remotes that the registry no longer names while one of their pages is open. */
  const leaving = new Set<string>();
  const noticeFor = (name: string) => `ready ${name}`;
  const current = () => registry.get().registry;
  const holdsDraft = () => drafts.get().length > 0;
  const isUndisturbing = (name: string) => !holdsDraft() && !hasOpenOverlay(current(), name);
  const isOnScreen = (name: string) =>
    remoteForPath(current(), window.location.pathname)?.remote === name || hasOpenOverlay(current(), name);

  const styles = createReleaseStyles();

  /** Removes style sheets with the last rendered part of their release, and restores those of a running release before it renders. */
  function settleStyles(): void {
    const { remotes: named, disabled = {} } = current();
    for (const [name, releases] of loaded)
      for (const release of releases.values()) {
        const isRunning = named[name]?.baseUrl === release.baseUrl && !disabled[name];
        if (isRunning) styles.restore(release);
        else if (!remotes.isHeld(release)) styles.remove(release);
      }
  }

  /** Records a release before another one replaces it: it may have been loaded before the manager started. */
  function note(name: string, release: Release | null): void {
    if (release) loaded.set(name, new Map(loaded.get(name)).set(release.version, release));
  }

  /** Keeps only the running, the previous and the waiting release, so that many releases in a day do not fill the tab. */
  function dropUnneeded(name: string, ...added: readonly Release[]): void {
    const needed = [registry.releaseFor(name), replaced.get(name), waiting.get(name)?.release];
    const held = new Map(loaded.get(name));
    for (const release of added) held.set(release.version, release);
    for (const [version, release] of held) {
      if (needed.some((one) => one?.version === version)) continue;
      held.delete(version);
      remotes.drop(name, release);
      styles.forget(release);
    }
    loaded.set(name, held);
  }

  function cancelActivation(name: string): void {
    waiting.delete(name);
    notices.drop(noticeFor(name));
  }

  function show(name: string, choice: Choice): void {
    const before = registry.releaseFor(name);
    const wasLoaded = remotes.state(name) !== undefined;
    cancelActivation(name);
    channels.set(name, choice.channel);
    if (before && remotes.isReady(name, before.version)) replaced.set(name, before);
    // Keeps the position in the table, which decides who fills a slot that two remotes offer.
    const releases: Record<string, Release> = { ...current().remotes, [name]: choice.release };
    note(name, before);
    registry.update({ registry: { ...current(), remotes: releases } });
    dropUnneeded(name, choice.release);
    settleStyles();
    if (before && wasLoaded) toasts.show('info', activatedText(choice.release, before));
  }

  function announce(name: string, { release }: Choice): void {
    const running = registry.releaseFor(name);
    if (!running || !(holdsDraft() || isOnScreen(name))) return notices.drop(noticeFor(name));
    notices.put({
      key: noticeFor(name),
      text: readyText(release, running, holdsDraft()),
      actions: [{ label: USE_IT_NOW, run: () => void activate(name) }],
    });
  }

  // Update the notice, which mentions the draft only while there is one.
  let didHold = holdsDraft();
  const stopDrafts = drafts.subscribe(() => {
    if (didHold === holdsDraft()) return;
    didHold = !didHold;
    for (const [name, choice] of waiting) announce(name, choice);
  });

  async function activate(name: string): Promise<void> {
    if (holdsDraft() && !(await drafts.mayLoseInPlace())) return;
    const choice = waiting.get(name);
    if (choice) show(name, choice);
  }

  function remove(name: string): void {
    if (isOnScreen(name)) return void leaving.add(name);
    leaving.delete(name);
    cancelActivation(name);
    note(name, registry.releaseFor(name));
    const { [name]: _removed, ...others } = current().remotes;
    registry.update({ registry: { ...current(), remotes: others } });
    settleStyles();
  }

  const stopUnheld = remotes.onUnheld(settleStyles);

  return {
    stop() {
      stopDrafts();
      stopUnheld();
      styles.stop();
    },
    switched() {
      for (const [name, release] of Object.entries(current().remotes)) note(name, release);
      settleStyles();
    },
    activate,
    remove,
    openChannel: (name) => channels.get(name) ?? 'stable',
    waiting: (name) => waiting.get(name) ?? null,
    replaced: (name) => replaced.get(name) ?? null,
    async propose(name, choice, immediately) {
      leaving.delete(name);
      const running = registry.releaseFor(name);
      if (running?.baseUrl === choice.release.baseUrl) {
        channels.set(name, choice.channel);
        cancelActivation(name);
        dropUnneeded(name);
        return null;
      }
      if (!running || !remotes.state(name)) {
        show(name, choice);
        return null;
      }
      const failure = await remotes.prepare(name, choice.release);
      if (failure) return failure;
      waiting.set(name, choice);
      dropUnneeded(name, choice.release);
      if (remotes.state(name)?.status === 'failed' || (immediately && isUndisturbing(name)))
        show(name, choice);
      else announce(name, choice);
      return null;
    },
    async replace(name, choice) {
      const failure = await remotes.prepare(name, choice.release);
      if (!failure) show(name, choice);
      return failure;
    },
    navigated() {
      leaving.forEach(remove);
      for (const [name, choice] of [...waiting]) {
        if (isUndisturbing(name)) show(name, choice);
        else announce(name, choice);
      }
    },
  };
}
