/** What the service can do beyond the common wire: `/user-info` lists it for a signed-in person, `/build-info` for a guest. */
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import type { Capability } from '@hindsight/shared-contracts/api';
import type { Session } from '@hindsight/shared-contracts/shell';
import { createStore, type Readable } from '../state/store';
import type { SafeStorage } from './storage';

/** Names with a space between them; repeated in `boot/askFirst.ts`. */
const CAPABILITIES_KEY = 'hindsight.capabilities';

type CapabilitySet = ReadonlySet<Capability>;

const NONE: CapabilitySet = new Set();

export interface Capabilities extends Readable<CapabilitySet> {
  /** Tells who is looking; asks the service once when that is a guest. */
  follow(session: Session): void;
  /** Settles when it is known what the service can do for the current visitor. */
  known(): Promise<void>;
  /** Whether the service names no capabilities, which only other services than ours do. */
  isForeign(): boolean;
}

/** A list of anything: names that this dashboard does not know are simply never asked for. */
function setOf(value: unknown): CapabilitySet {
  return Array.isArray(value) ? new Set(value as Capability[]) : NONE;
}

/**
 * A service that fails to answer is taken to have none, until the next guest asks.
 * @param storage keeps those of a signed-in person, so that the next visit need not wait to ask for what they allow.
 */
export function createCapabilities(api: ApiClient, storage: SafeStorage): Capabilities {
  const state = createStore<CapabilitySet>(NONE);
  let ofBuild: Promise<unknown> | null = null;
  let asking: Promise<void> | null = null;
  let isForeign = false;
  let latest: Session['status'] = 'loading';
  let settle: () => void;
  const known = new Promise<void>((resolve) => (settle = resolve));

  function learn(capabilities: unknown): void {
    isForeign = !Array.isArray(capabilities);
    state.set(setOf(capabilities));
  }

  async function askBuild(): Promise<void> {
    ofBuild ??= api
      .call('GET /build-info', { scope: false })
      .then((info) => (info as { capabilities?: unknown } | null)?.capabilities);
    try {
      const found = await ofBuild;
      if (latest === 'guest') learn(found);
    } catch {
      ofBuild = null;
    } finally {
      asking = null;
      settle();
    }
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    known: () => asking ?? known,
    isForeign: () => isForeign,
    follow(session) {
      const before = latest;
      latest = session.status;
      if (session.status === 'signed-in') {
        learn(session.user.capabilities);
        storage.write(CAPABILITIES_KEY, [...state.get()].join(' '));
      }
      if (session.status === 'signed-in' || session.status === 'signed-out') settle();
      if (session.status === 'signed-in') return;
      if (session.status === 'guest' && before !== 'guest') asking = askBuild();
      else if (session.status === 'signed-out') state.set(NONE);
    },
  };
}
