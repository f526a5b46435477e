/** Builds the remote with Vite. The preset's options define the build output that the host requires. */
import { federationOptions } from '@hindsight/remote-preset/federation';
import { federation } from '@module-federation/vite';
import { defineConfig } from 'vite';

const options = federationOptions();

export default defineConfig({
  base: './',
  plugins: [federation(options)],
  // Class names contain the version, because two versions can be on one page.
  css: { modules: { generateScopedName: `[local]-[hash:base64:5]-${options.name}` } },
  build: { target: 'es2022', sourcemap: 'hidden', rolldownOptions: { input: 'src/remote/entry.ts' } },
});
