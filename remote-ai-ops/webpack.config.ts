/** Build of this remote. tooling/federation/README.md explains what the preset adds. */
import { defineRemote, sharedModules } from '@hindsight/tooling/webpack';

export default defineRemote({
  name: 'ai-ops',
  exposes: { './remote': './src/remote/entry.ts' },
  shared: sharedModules,
});
