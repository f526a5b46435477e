/**
 * The style sheets of releases that do not run leave the page. The program of one that may come back stays in memory, so its sheets are
 * kept and put back with it.
 */
import type { Release } from '@hindsight/shared-contracts/registry';

export interface ReleaseStyles {
  /** Takes the sheets of a release out of the page, also those that arrive later. */
  remove(release: Release): void;
  /** Puts them back. */
  restore(release: Release): void;
  /** Removes the sheets of a release for good whose program is dropped: it brings new ones when it is loaded again. */
  forget(release: Release): void;
  stop(): void;
}

/** As an element's `href` spells the address. */
const releaseFolder = ({ baseUrl }: Release): string => new URL(baseUrl).href;

const isSheet = (node: Node): node is HTMLLinkElement =>
  node instanceof HTMLLinkElement && node.rel === 'stylesheet';

export function createReleaseStyles(head: HTMLElement = document.head): ReleaseStyles {
  /** Sheets that were taken out, by the folder of their release. */
  const removed = new Map<string, HTMLLinkElement[]>();

  function keepOut(sheets: Iterable<HTMLLinkElement>): void {
    for (const sheet of sheets)
      for (const [folder, list] of removed) {
        if (!sheet.href.startsWith(folder)) continue;
        sheet.remove();
        list.push(sheet);
      }
  }

  // A page of the release may still have been loading when it was replaced.
  const observer = new MutationObserver((changes) =>
    keepOut(changes.flatMap(({ addedNodes }) => [...addedNodes].filter(isSheet))),
  );
  observer.observe(head, { childList: true });

  return {
    remove(release) {
      const folder = releaseFolder(release);
      if (removed.has(folder)) return;
      removed.set(folder, []);
      keepOut(document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'));
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
