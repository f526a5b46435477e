/**
 * A shared module whose file could not be fetched may be asked for again. The runtime keeps the promise of the first try, also when
 * it was rejected, and would answer every later try with the same failure, e.g. a dialog's Retry after a lost network.
 */
import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime';

export const freshShares: ModuleFederationRuntimePlugin = {
  name: 'fresh-shares',
  errorLoadShare({ pkgName, shareScopeMap, recovered }) {
    if (recovered) return;
    for (const scope of Object.values(shareScopeMap)) {
      for (const shared of Object.values(scope[pkgName] ?? {})) {
        if (!shared.loaded) shared.loading = null;
      }
    }
  },
};
