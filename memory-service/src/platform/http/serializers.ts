/** Serializes responses to JSON: validated against the contract, or unchecked if many and large. */
import { isDeepStrictEqual } from 'node:util';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { Endpoints } from '@hindsight/shared-contracts/api';

/**
 * Endpoints whose responses are memories that `storage/blockRows` has built field by field. Validating each field again takes a tenth of
 * the whole request, so only tests do it.
 */
const UNCHECKED: ReadonlySet<keyof Endpoints> = new Set([
  'GET /memory-blocks/',
  'GET /memory-blocks/archived/',
  'GET /memory-blocks/{id}',
  'GET /memory-blocks/search/fulltext',
  'GET /memory-blocks/search/semantic',
  'GET /memory-blocks/search/hybrid',
]);

/** The framework also accepts bytes, but its type allows only strings. */
type Serializer = (route: unknown) => (data: unknown) => string;

/** Serializer of one endpoint; undefined for the default one, which validates and strips unknown keys. */
export function createSerializer(key: keyof Endpoints, checksEverything: boolean): Serializer | undefined {
  if (!UNCHECKED.has(key)) return undefined;
  // As bytes: a string would be measured for its length and then encoded, which does the same work twice.
  if (!checksEverything) return () => (data) => Buffer.from(JSON.stringify(data)) as unknown as string;
  return (route) => {
    const checked = serializerCompiler(route as Parameters<typeof serializerCompiler>[0]);
    return (data) => {
      const built = JSON.stringify(data);
      if (!isDeepStrictEqual(JSON.parse(built), JSON.parse(checked(data)))) {
        throw new Error(`The response of ${key} does not match the contract: ${built}`);
      }
      return built;
    };
  };
}
