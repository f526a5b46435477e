/** Build of the host. tooling/federation/README.md explains what the preset adds. */
import { defineHost } from '@hindsight/tooling/webpack';

export default defineHost({
  main: './src/app/main.tsx',
  boot: './src/boot/boot.ts',
  frame: './src/app/frame.tsx',
  template: './src/app/index.html',
});
