/** This remote's build. What the preset adds is explained in tooling/federation/README.md. */
import { defineRemote, sharedModules } from '@hindsight/tooling/webpack';

export default defineRemote({
  name: 'ai-ops',
  exposes: { './remote': './src/remote/entry.ts' },
  shared: sharedModules,
});
