/**
 * Renders the document's frame on the server: the page before its session is known, with the same components that replace it in the browser
 * (main.tsx). The build bundles it into one file for Node, which runs where the document is composed.
 */
import type { FrameProgram } from '@hindsight/shared-contracts/registry';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router-dom';
import { HOST_PARTS } from '../account/parts';
import { fixedRegistry } from '../federation/registry';
import { memoryStorage } from '../session/storage';
import { BUILD } from '../settings/build';
import { findPage, listPages } from '../shell/navigation';
import { documentTitle } from '../shell/PageHeader';
import { App } from './App';
import { createHost } from './createHost';
import { pageTitle } from './Pages';

const noTabs = { post: () => undefined, listen: () => () => undefined };

export const frameProgram: FrameProgram = {
  version: BUILD.version,
  paths: ['/', '/login', '/oauth2/:step', ...HOST_PARTS.pages.map(({ path }) => path)],
  render({ registry, config, pathname }) {
    const host = createHost({
      registry: fixedRegistry(registry),
      config: { inPage: config },
      tab: memoryStorage(),
      browser: memoryStorage(),
      tabs: noTabs,
    });
    const page = findPage(listPages(registry, HOST_PARTS.pages), pathname);
    const html = renderToString(
      <App
        host={host}
        createRouter={(routes) => createMemoryRouter(routes, { initialEntries: [pathname] })}
      />,
    );
    return { title: documentTitle(pageTitle(page, pathname)), html };
  },
};
