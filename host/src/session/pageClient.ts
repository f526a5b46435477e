/** The client of the page: direct in front of our service, through the compatibility adapter in front of another one. */
import type { ApiClient } from '@hindsight/shared-contracts/api/client';
import type { Capabilities } from './capabilities';

/**
 * Calls wait until it is known which service answers. The adapter is loaded with the first call that needs it.
 * @param direct sends the calls.
 */
export function createPageClient(
  direct: ApiClient,
  service: Pick<Capabilities, 'known' | 'isForeign'>,
): ApiClient {
  let adapter: Promise<ApiClient> | null = null;

  async function loadAdapter(): Promise<ApiClient> {
    const { createCompatibilityAdapter } = await import(
      /* webpackChunkName: "compatibility" */ '@hindsight/shared-contracts/compatibility'
    );
    return createCompatibilityAdapter(direct);
  }

  const call: ApiClient['call'] = async (key, ...input) => {
    await service.known();
    if (!service.isForeign()) return direct.call(key, ...input);
    adapter ??= loadAdapter().catch((error: unknown) => {
      adapter = null;
      throw error;
    });
    return (await adapter).call(key, ...input);
  };
  return { call };
}
