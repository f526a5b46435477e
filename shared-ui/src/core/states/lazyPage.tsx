/** Pages whose code comes when they are first opened, and comes again after a failure. */
import { createElement, use, type ComponentType } from 'react';

const failed = new Set<() => void>();

/**
 * Like React's `lazy`, except that a failed load is not for ever: after `forgetFailedPages()` the next look tries again.
 * @param load e.g. `() => import('./DashboardPage').then((module) => module.DashboardPage)`.
 */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  let page: Promise<ComponentType> | null = null;
  const forget = () => {
    page = null;
  };
  const get = () => {
    if (!page) {
      page = load();
      page.catch(() => failed.add(forget));
    }
    return page;
  };
  return function LazyPage() {
    return createElement(use(get()));
  };
}

/** Called by whoever offers a retry, before it renders the page anew. */
export function forgetFailedPages(): void {
  for (const forget of failed) forget();
  failed.clear();
}
