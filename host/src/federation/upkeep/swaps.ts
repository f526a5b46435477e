/**
 * Puts one release in the place of another without a reload. A release is loaded before it is shown, so that one that does not load is
 * never seen; it is taken over between two pages, when no draft is held and no dialog of the remote is open.
 */
import type { Release } from '@hindsight/shared-contracts/registry';
import type { Surroundings } from '../askUpkeep';
import { registry, releaseOf, setRegistry } from '../registryClient';
import type { Channel, Choice, RemoteFailure } from '../types';
import { prepareRemote, remoteState } from '../useRemote';
import { hasOpenOverlay, isLookedAt } from './moment';
import type { NoticeBoard } from './noticeBoard';
import { readyText, takenText, USE_IT_NOW } from './words';

export interface SwapsOptions {
  board: NoticeBoard;
  drafts: Surroundings['drafts'];
  say(text: string): void;
}

export interface Swaps {
  /**
   * Brings a chosen release into the page; a failure leaves everything as it is.
   * @param atOnce nothing is lost by it: the running one is broken, or the person just changed the workspace.
   */
  bring(name: string, choice: Choice, atOnce: boolean): Promise<RemoteFailure | null>;
  /** Shows a release as soon as it is loaded: the one that is shown is broken. */
  replace(name: string, choice: Choice): Promise<RemoteFailure | null>;
  /** The registry names the remote no more. */
  remove(name: string): void;
  /** Takes over what waits, where this is a moment for it. */
  navigated(): void;
  takeOver(name: string): Promise<void>;
  channelOf(name: string): Channel;
  waiting(name: string): Choice | null;
  stop(): void;
}

export function createSwaps({ board, drafts, say }: SwapsOptions): Swaps {
  const channels = new Map<string, Channel>();
  const waiting = new Map<string, Choice>();
  const noticeOf = (name: string) => `ready ${name}`;

  function show(name: string, choice: Choice | null): void {
    const before = releaseOf(name);
    const { [name]: _before, ...others } = registry().remotes;
    waiting.delete(name);
    board.drop(noticeOf(name));
    if (choice) channels.set(name, choice.channel);
    const wasThere = remoteState(name) !== undefined;
    // The place in the table stays: it decides who fills a slot that two want.
    const remotes: Record<string, Release> = choice
      ? { ...registry().remotes, [name]: choice.release }
      : others;
    setRegistry({ registry: { ...registry(), remotes } });
    if (choice && before && wasThere) say(takenText(choice.release, before));
  }

  const isMoment = (name: string) => drafts.get().length === 0 && !hasOpenOverlay(name);

  function offer(name: string, { release }: Choice): void {
    const running = releaseOf(name);
    const held = drafts.get().length > 0;
    if (!running || !(held || isLookedAt(name))) return board.drop(noticeOf(name));
    board.put({
      key: noticeOf(name),
      text: readyText(release, running, held),
      actions: [{ label: USE_IT_NOW, run: () => void takeOver(name) }],
    });
  }

  // What the line says of a draft holds for as long as there is one.
  let wasHeld = drafts.get().length > 0;
  const stop = drafts.subscribe(() => {
    if (wasHeld === drafts.get().length > 0) return;
    wasHeld = !wasHeld;
    for (const [name, choice] of waiting) offer(name, choice);
  });

  async function takeOver(name: string): Promise<void> {
    if (drafts.get().length > 0 && !(await drafts.mayLoseInPlace())) return;
    const choice = waiting.get(name);
    if (choice) show(name, choice);
  }

  return {
    stop,
    takeOver,
    channelOf: (name) => channels.get(name) ?? 'stable',
    waiting: (name) => waiting.get(name) ?? null,
    async bring(name, choice, atOnce) {
      const running = releaseOf(name);
      if (running?.baseUrl === choice.release.baseUrl) {
        channels.set(name, choice.channel);
        waiting.delete(name);
        board.drop(noticeOf(name));
        return null;
      }
      if (!running || !remoteState(name)) {
        show(name, choice);
        return null;
      }
      const failure = await prepareRemote(name, choice.release);
      if (failure) return failure;
      waiting.set(name, choice);
      if (remoteState(name)?.status === 'failed' || (atOnce && isMoment(name))) show(name, choice);
      else offer(name, choice);
      return null;
    },
    async replace(name, choice) {
      const failure = await prepareRemote(name, choice.release);
      if (!failure) show(name, choice);
      return failure;
    },
    remove(name) {
      if (!isLookedAt(name)) show(name, null);
    },
    navigated() {
      for (const [name, choice] of [...waiting]) {
        if (isMoment(name)) show(name, choice);
        else offer(name, choice);
      }
    },
  };
}
