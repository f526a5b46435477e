/** The host build of this clone, used to test a release in its page. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { runtimeConfig } from '../../gateway/src/config';
import { composePage } from '../../gateway/src/page';
import type { Host } from './host';

/** @param folder that contains the build's `index.html`. */
export function builtHost(folder: string): Host {
  const template = path.join(folder, 'index.html');
  return {
    async page() {
      if (!existsSync(template)) throw new Error('it is not built. Run pnpm build host');
      return composePage({
        template: await readFile(template, 'utf8'),
        runtime: runtimeConfig({}, 8000),
        registry: null,
        problem: null,
        preload: null,
        first: null,
        frame: null,
      });
    },
    async asset(pathname) {
      const file = path.join(folder, path.relative('/assets', pathname));
      return existsSync(file) ? readFile(file) : null;
    },
  };
}
