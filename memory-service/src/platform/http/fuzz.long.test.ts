/** @jest-environment node */
import { onEveryEngine } from '../../testing/engines';
import { fuzz } from '../../testing/fuzz/fuzz';
import { as, ids, ownPage, tokenFor } from '../../testing/testApp';

/** `FUZZ_ROUNDS=300 FUZZ_SEED=7 npx jest memory-service/src/http/fuzz` takes longer and finds more. */
const ROUNDS = Number(process.env['FUZZ_ROUNDS'] ?? 3);
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);

onEveryEngine('every operation of the OpenAPI document, with any input', (world) => {
  test(
    'returns a documented status and a message, never an internal error or its details',
    async () => {
      const bearer = async (email: string, scopes: string[], organizationId: string | null = null) => ({
        authorization: `Bearer ${await tokenFor(world.app, email, scopes, organizationId)}`,
      });
      const callers = [
        { name: 'guest', headers: as(null) },
        ...['owner', 'editor', 'viewer', 'stranger', 'waiting', 'root'].map((who) => ({
          name: who,
          headers: ownPage(`${who}@x.test`),
        })),
        { name: 'token', headers: await bearer('owner@x.test', ['read', 'write']) },
        { name: 'limited token', headers: await bearer('editor@x.test', ['read', 'write'], ids.alphaOrg) },
      ];
      const known = [
        ids.alphaOrg,
        ids.betaOrg,
        ...[0, 1, 2, 3].flatMap((n) => [ids.agent(n), ids.block(n), ids.user(n), ids.suggestion(n)]),
      ];
      expect(await fuzz(world.app, { callers, ids: known, rounds: ROUNDS, seed: SEED })).toEqual([]);
    },
    60_000 + ROUNDS * 20_000,
  );
});
