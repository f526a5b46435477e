/** A page that is fetched when it is first shown. */
import { lazy, type ComponentType } from 'react';

/**
 * Like `React.lazy`, but a failed fetch is not remembered: the next time the page is shown it is fetched again, so that
 * a Retry button works without a reload of the page.
 * @param load e.g. `() => import('../features/dashboard/DashboardPage').then((m) => m.DashboardPage)`.
 */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  const attempt = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        Current = attempt();
        throw error;
      }
    });
  let Current = attempt();
  return function LazyPage() {
    return <Current />;
  };
}
