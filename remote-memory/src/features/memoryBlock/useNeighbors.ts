/** Previous and next memory of an open one in the list next to it. */
import { isShortcut } from '@hindsight/shared-contracts/rules';
import { useLocation, useNavigate } from '@hindsight/shared-contracts/router';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { BLOCK_PARAM, withBlock } from '../../model/blockAddress';

interface Opener {
  id: string;
  link: HTMLElement;
}

/** Links that open a memory, one per row of the page. */
function openersOnPage(): Opener[] {
  const links = [
    ...document.querySelectorAll<HTMLAnchorElement>(`main [data-row] a[href*="${BLOCK_PARAM}="]`),
  ];
  const found = new Map<string, HTMLElement>();
  for (const link of links) {
    const id = new URL(link.href).searchParams.get(BLOCK_PARAM);
    const row = link.closest<HTMLElement>('[data-row]');
    if (id !== null && row?.dataset['row'] === id && !found.has(id)) found.set(id, link);
  }
  return [...found].map(([id, link]) => ({ id, link }));
}

let latest: readonly Opener[] = [];

/** Returns the same array while nothing has changed, as `useSyncExternalStore` requires. */
function readOpeners(): readonly Opener[] {
  const now = openersOnPage();
  const isSame = now.length === latest.length && now.every(({ link }, index) => link === latest[index]?.link);
  if (!isSame) latest = now;
  return latest;
}

/** Watches for rows that are added, changed or removed while the memory is open. */
function watchPage(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  const page = document.querySelector('main');
  if (page) observer.observe(page, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/**
 * Opens the neighbors with J and K, even while the list has focus.
 * @param isOff true while the memory is edited.
 */
export function useNeighbors(id: string, isOff: boolean) {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const openers = useSyncExternalStore(watchPage, readOpeners);
  const at = openers.findIndex((one) => one.id === id);
  const openNeighbor = (step: 1 | -1) => {
    const neighbor = at < 0 ? undefined : openers[at + step];
    if (!neighbor || isOff) return undefined;
    return () => {
      neighbor.link.scrollIntoView({ block: 'nearest' });
      void navigate(
        { pathname, search: withBlock(search, neighbor.id), hash },
        { replace: true, preventScrollReset: true },
      );
    };
  };
  const [previous, next] = [openNeighbor(-1), openNeighbor(1)];
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const go = event.key === 'j' ? next : event.key === 'k' ? previous : undefined;
    if (!go || !isShortcut(event)) return;
    // Otherwise the list below would move its focus as well.
    event.preventDefault();
    go();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
  return {
    previous,
    next,
    /** Focuses the row of the memory that was read last. */
    giveFocusBack: () => openers[at]?.link.focus({ preventScroll: true }),
  };
}
