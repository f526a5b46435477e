/** Replaces the host's loader of remotes: in the monolith they are part of the bundle. */
import type { RemoteModule } from '@hindsight/shared-contracts/shell';
import * as aiOps from '../../../remote-ai-ops/src/remote/entry';
import * as beta from '../../../remote-beta/src/remote/entry';
import * as memory from '../../../remote-memory/src/remote/entry';
import * as orgAdmin from '../../../remote-org-admin/src/remote/entry';

const remotes: Record<string, RemoteModule> = { memory, 'ai-ops': aiOps, 'org-admin': orgAdmin, beta };

export const createRemoteLoader =
  () =>
  async (name: string): Promise<RemoteModule> => {
    const remote = remotes[name];
    if (!remote) throw new Error(`The monolith has no part named ${name}.`);
    return remote;
  };
