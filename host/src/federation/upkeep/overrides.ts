/** Overrides of one tab: which address a remote comes from instead of the registry's, where the installation allows it. */
import { releaseOf } from '../registryClient';
import { allowedAddress } from './allowed';
import { descriptionOf, fetchRelease } from './fetchRelease';
import type { NoticeBoard } from './noticeBoard';
import type { TabMemory } from './tabMemory';
import { notAllowedText, overrideFailedText, overrideText } from './words';

export interface OverridesOptions {
  memory: TabMemory;
  allowed(): readonly string[];
  board: NoticeBoard;
  /** Ends the override of a remote. */
  reset(name: string): void;
}

export function createOverrides({ memory, allowed, board, reset }: OverridesOptions) {
  const shownName = (name: string) => releaseOf(name)?.descriptor.displayName ?? name;

  /** It stands there for as long as the override does: nobody shall take a developer's build for the product. */
  function badge(name: string, problem: string | null = null): void {
    const url = memory.overrides[name];
    if (!url) return board.drop(`override ${name}`);
    board.put({
      key: `override ${name}`,
      tone: 'warn',
      text: problem ? overrideFailedText(shownName(name), url, problem) : overrideText(shownName(name), url),
      actions: [{ label: 'Reset', run: () => reset(name) }],
    });
  }

  function refuse(name: string, address: string): void {
    const key = `refused override ${name}`;
    const text = notAllowedText(name, address, allowed());
    board.put({ key, tone: 'warn', text, actions: [], close: () => board.drop(key) });
  }

  return {
    badge,
    /** Takes the wishes of the address, and forgets what is not allowed any more. */
    begin(wishes: Readonly<Record<string, string>>): void {
      for (const [name, address] of Object.entries({ ...memory.overrides, ...wishes })) {
        const url = allowedAddress(address, allowed());
        if (url) memory.overrides[name] = url;
        else {
          delete memory.overrides[name];
          refuse(name, address);
        }
      }
      Object.keys(memory.overrides).forEach((name) => badge(name));
    },
    /** Why a remote cannot come from there, or null. */
    async problemOf(name: string, address: string): Promise<string | null> {
      const url = allowedAddress(address, allowed());
      if (!url) return notAllowedText(shownName(name), address, allowed());
      try {
        const { descriptor } = await fetchRelease({ url: descriptionOf(url) });
        return descriptor.name === name ? null : `${url} is ${descriptor.name}, not ${name}.`;
      } catch (error) {
        return (error as Error).message;
      }
    },
  };
}

export type Overrides = ReturnType<typeof createOverrides>;
