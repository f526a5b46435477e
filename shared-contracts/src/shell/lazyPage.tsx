/** A page or a slot that is fetched when it is first shown, and whose failed fetch can be retried. */
import { lazy, type ComponentType } from 'react';
import type { LoadPart } from './remoteModule';

const failed = new Set<() => void>();

/**
 * Forgets every page whose fetch failed, so that showing it again fetches it again. The host calls this when a person
 * presses Retry or navigates. It is not automatic: React renders a failed part a second time at once, and the page would be
 * fetched over and over.
 */
export function forgetFailedPages(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/**
 * Like `React.lazy`, with `forgetFailedPages` as the way back from a failed fetch.
 * @param load e.g. `() => import('../features/dashboard/DashboardPage').then((m) => m.DashboardPage)`.
 */
export function lazyPage<Props extends object = object>(load: LoadPart<Props>): ComponentType<Props> {
  const attempt = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        failed.add(() => (Current = attempt()));
        throw error;
      }
    });
  let Current = attempt();
  return function LazyPage(props: Props) {
    return <Current {...props} />;
  };
}
