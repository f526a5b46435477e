/**
 * Starts Module Federation's runtime with the modules that exist once per page. The host imports them directly, and the runtime hands the
 * same copies to remotes, so the host's own dependencies are never negotiated.
 */
import { init } from '@module-federation/runtime';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as reactDomClient from 'react-dom/client';
import * as client from '@hindsight/shared-contracts/api/client';
import * as events from '@hindsight/shared-contracts/events';
import * as query from '@hindsight/shared-contracts/query';
import * as router from '@hindsight/shared-contracts/router';
import * as shell from '@hindsight/shared-contracts/shell';
import * as core from '@hindsight/shared-ui/core';
import * as data from '@hindsight/shared-ui/data';
import { chunkRetries, type SharedItem, type SharedRequest } from '@hindsight/tooling/runtime';

/** Version and accepted range of each shared module, from the build's policy. */
declare const __SHARED__: Record<SharedRequest, SharedItem>;

/** A loaded copy, or a way to fetch it. */
type Source = { lib(): unknown } | { get(): Promise<() => unknown> };

const present = (module: unknown): Source => ({ lib: () => module });
const fetched = (load: () => Promise<unknown>): Source => ({
  get: async () => {
    const module = await load();
    return () => module;
  },
});

/** Modules that every first load needs are present; the others are fetched on demand. */
const sources: Record<SharedRequest, Source> = {
  react: present(react),
  'react/jsx-runtime': present(jsxRuntime),
  'react-dom': present(reactDom),
  'react-dom/client': present(reactDomClient),
  '@hindsight/shared-contracts/api/client': present(client),
  '@hindsight/shared-contracts/events': present(events),
  '@hindsight/shared-contracts/query': present(query),
  '@hindsight/shared-contracts/router': present(router),
  '@hindsight/shared-contracts/shell': present(shell),
  '@hindsight/shared-ui/core': present(core),
  '@hindsight/shared-ui/data': present(data),
  '@hindsight/shared-ui/dialog': fetched(() => import('@hindsight/shared-ui/dialog')),
  '@hindsight/shared-ui/form': fetched(() => import('@hindsight/shared-ui/form')),
  '@hindsight/shared-ui/markdown': fetched(() => import('@hindsight/shared-ui/markdown')),
  '@hindsight/shared-ui/review': fetched(() => import('@hindsight/shared-ui/review')),
  '@hindsight/shared-ui/table': fetched(() => import('@hindsight/shared-ui/table')),
};

init({
  name: 'host',
  remotes: [],
  shareStrategy: 'loaded-first',
  plugins: [chunkRetries()],
  shared: Object.fromEntries(
    Object.entries(sources).map(([request, source]) => {
      const { version, ...shareConfig } = __SHARED__[request as SharedRequest];
      return [request, { version, shareConfig, ...source }];
    }),
  ),
});
