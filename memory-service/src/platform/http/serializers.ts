/** Turns answers into JSON: checked against the contract, or as they were built where they are many and large. */
import { isDeepStrictEqual } from 'node:util';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { Endpoints } from '@hindsight/shared-contracts/api';

/**
 * Calls whose answers are blocks that `storage/blockRows` has built field by field. Checking each field of each block again takes
 * as long as a tenth of the whole call, so that only the tests do it for them.
 */
const UNCHECKED: ReadonlySet<keyof Endpoints> = new Set([
  'GET /memory-blocks/',
  'GET /memory-blocks/archived/',
  'GET /memory-blocks/{id}',
  'GET /memory-blocks/search/fulltext',
  'GET /memory-blocks/search/semantic',
  'GET /memory-blocks/search/hybrid',
]);

/** The framework sends bytes as well as texts, but names only texts. */
type Serializer = (route: unknown) => (data: unknown) => string;

/** The serializer of one endpoint; undefined: the usual one, which checks and lets no unknown key out. */
export function createSerializer(key: keyof Endpoints, checksEverything: boolean): Serializer | undefined {
  if (!UNCHECKED.has(key)) return undefined;
  // As bytes: a text would be measured for its length and then encoded, which is the same work twice.
  if (!checksEverything) return () => (data) => Buffer.from(JSON.stringify(data)) as unknown as string;
  return (route) => {
    const checked = serializerCompiler(route as Parameters<typeof serializerCompiler>[0]);
    return (data) => {
      const built = JSON.stringify(data);
      if (!isDeepStrictEqual(JSON.parse(built), JSON.parse(checked(data)))) {
        throw new Error(`The answer of ${key} is not what the contract says: ${built}`);
      }
      return built;
    };
  };
}
