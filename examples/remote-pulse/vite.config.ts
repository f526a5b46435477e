/** Builds the remote by Vite. What the host must find in the build is in the options of the preset. */
import { federationOptions } from '@hindsight/remote-preset/federation';
import { federation } from '@module-federation/vite';
import { defineConfig } from 'vite';

const options = federationOptions();

export default defineConfig({
  base: './',
  plugins: [federation(options)],
  // Two versions may be in one page: their classes must differ.
  css: { modules: { generateScopedName: `[local]-[hash:base64:5]-${options.name}` } },
  build: { target: 'es2022', sourcemap: 'hidden', rolldownOptions: { input: 'src/remote/entry.ts' } },
});
