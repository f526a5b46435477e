/** A page that is fetched when it is first shown. */
import { lazy, type ComponentType } from 'react';

/**
 * Like `React.lazy`, but a failed fetch is not remembered: the next time the page is shown it is fetched again, so that
 * a Retry button works without a reload of the page.
 */
export function lazyPage(load: () => Promise<{ default: ComponentType }>): ComponentType {
  const attempt = (): ReturnType<typeof lazy> =>
    lazy(() =>
      load().catch((error: unknown) => {
        Current = attempt();
        throw error;
      }),
    );
  let Current = attempt();
  return function LazyPage() {
    return <Current />;
  };
}
