/** The host's build. What the preset adds is explained in tooling/federation/README.md. */
import { defineHost } from '@hindsight/tooling/webpack';

export default defineHost({
  main: './src/app/main.tsx',
  boot: './src/boot/boot.ts',
  frame: './src/app/frame.tsx',
  template: './src/app/index.html',
});
