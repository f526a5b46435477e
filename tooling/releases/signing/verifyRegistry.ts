/** Programs that serve pages accept only signed changes, regardless of what else was written to the store. */
import {
  readRelease,
  RELEASE_FILE,
  type Registry,
  type Release,
  type ReleasePointer,
  type Rollout,
} from '@hindsight/shared-contracts/registry';
import { computeIntegrity } from '../hash';
import { type ReadFile, readKeys } from './keyList';
import { promotedIntegrity } from './promotions';
import { publicKeyFrom } from './signature';

interface Verified {
  registry: Registry;
  /** Sentence about rejected entries; null when there are none. */
  problem: string | null;
}

/** @param before the registry served until now: a remote whose release is not signed keeps its entry from there. */
export type VerifyRegistry = (found: Registry, before: Registry | null) => Promise<Verified>;

/**
 * Parses the concatenated public keys of RELEASES_OWNERS.
 * @throws Error when one of them is invalid.
 */
export function ownersFrom(text: string | undefined): string[] {
  const words = (text ?? '').split(/[\s,]+/).filter(Boolean);
  try {
    return words.map((word) => publicKeyFrom(word).publicKey);
  } catch (error) {
    throw new Error(`RELEASES_OWNERS: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * @param read reads a file of the store by its key.
 * @param owners public keys that may sign the key list; if empty, nothing is verified.
 * @returns a check that throws when the key list is not trustworthy.
 */
export function registryVerifier(
  read: ReadFile,
  owners: readonly string[],
  storeName = 'the store',
): VerifyRegistry {
  if (owners.length === 0) return async (found) => ({ registry: found, problem: null });
  /** Cache of verified descriptions; they never change. */
  const descriptions = new Map<string, unknown>();

  async function describePointer(pointer: ReleasePointer, remote: string): Promise<Release> {
    const { version, integrity } = pointer;
    let description = descriptions.get(integrity);
    if (description === undefined) {
      const bytes = await read(`${remote}/${version}/${RELEASE_FILE}`);
      if (!bytes || computeIntegrity(bytes) !== integrity) throw new Error('it differs from what was signed');
      description = JSON.parse(bytes.toString('utf8'));
      descriptions.set(integrity, description);
    }
    const release = readRelease(pointer, description);
    if (release.descriptor.name !== remote) throw new Error(`it describes ${release.descriptor.name}`);
    return release;
  }

  return async (found, before) => {
    const keys = await readKeys(read, storeName, owners);
    const problems: string[] = [];
    const signedIntegrity = (remote: string, version: string) =>
      keys && promotedIntegrity(keys, found, remote, version);

    /** The live release, built from the signed description instead of the registry entry. */
    async function live(remote: string, { version, baseUrl }: Release): Promise<Release | undefined> {
      try {
        const integrity = signedIntegrity(remote, version);
        if (!integrity) throw new Error('no key that may promote it has signed it');
        return await describePointer({ version, url: `${baseUrl}${RELEASE_FILE}`, integrity }, remote);
      } catch (error) {
        problems.push(`${remote} ${version} is not used: ${(error as Error).message}.`);
        return before?.remotes[remote];
      }
    }

    function rollout(remote: string, { previous, canary }: Rollout): Rollout {
      const isSigned = ({ version, integrity }: ReleasePointer) => {
        if (signedIntegrity(remote, version) === integrity) return true;
        problems.push(`${remote} ${version} is not used: no key that may promote it has signed it.`);
        return false;
      };
      return {
        ...(previous && isSigned(previous) ? { previous } : {}),
        ...(canary && isSigned(canary.to) ? { canary } : {}),
      };
    }

    const remotes: Registry['remotes'] = {};
    for (const [remote, release] of Object.entries(found.remotes)) {
      const used = await live(remote, release);
      if (used) remotes[remote] = used;
    }
    const rollouts = Object.entries(found.rollout ?? {}).map(
      ([remote, own]) => [remote, rollout(remote, own)] as const,
    );
    return {
      registry: { ...found, remotes, ...(found.rollout ? { rollout: Object.fromEntries(rollouts) } : {}) },
      problem: problems.length > 0 ? problems.join(' ') : null,
    };
  };
}
