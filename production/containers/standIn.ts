/**
 * Fakes for images that this machine cannot pull, for the container tests: `standIn.ts <dex|store|mail>`. Each answers at the addresses of
 * the image it replaces.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { startProvider } from '../login/provider';
import { startStoreServer } from '../native/storeServer';

const secret = (name: string) => readFileSync(`/run/secrets/${name}`, 'utf8').trim();

const STAND_INS: Record<string, () => Promise<unknown>> = {
  async dex() {
    const { DEX_ISSUER = '', APP_ORIGIN = '', FIRST_PERSON_EMAIL = '' } = process.env;
    await startProvider({
      port: 5556,
      host: '0.0.0.0',
      issuer: DEX_ISSUER,
      accounts: [{ email: FIRST_PERSON_EMAIL, password: secret('first_person_password') }],
      client: {
        id: 'hindsight',
        secret: secret('oidc_client_secret'),
        redirectUri: `${APP_ORIGIN}/oauth2/callback`,
      },
    });
  },
  async store() {
    mkdirSync('/tmp/store/releases', { recursive: true });
    await startStoreServer('/tmp/store', 8333, '0.0.0.0');
  },
  mail: () =>
    new Promise<void>((resolve) =>
      createServer((_request, response) => response.end('ok')).listen(8025, '0.0.0.0', resolve),
    ),
};

const [, , name = ''] = process.argv;
const start = STAND_INS[name];
if (!start) throw new Error(`No substitute is defined for "${name}".`);
await start();
console.log(`${name} stands in`);
process.once('SIGTERM', () => process.exit(0));
