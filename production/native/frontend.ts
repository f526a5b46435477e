/** The browser-facing part: the gateway, nginx for each remote, and a provider to sign in with. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { startProvider } from '../login/provider';
import { composeEnvironment } from '../compose/composeValues';
import type { Account } from '../login/accounts';
import { NGINX_TEMPLATES, startNginx } from './nginx';
import { type Place, remoteNames, repoRoot } from './place';
import { freePorts } from './ports';
import { type Program, startProgram } from '../../tooling/local-stack/program';
import { answers, untilReady } from './untilReady';
import { newSecret, secretFiles } from './secrets';
import { startStoreServer } from './storeServer';

interface FrontendOptions {
  place: Place;
  nginx: string;
  origin: string;
  accounts: readonly Account[];
  gatewaySecret: string;
  /** Further environment variables of the gateway. */
  values: Record<string, string>;
}

export interface Frontend {
  /** Origins of the remotes by name. */
  remotes: Record<string, string>;
  /** Folder that acts as the release store's bucket. */
  storeFolder: string;
  /** Data folder of the gateway. */
  dataDir: string;
  gateway: Program;
}

/** Bundles the gateway and starts it with exactly these environment variables. */
export async function startGateway(env: Record<string, string>): Promise<Program> {
  const bundle = path.join(repoRoot, 'tooling/bootstrap/bundle.mjs');
  const { status, stderr } = spawnSync(process.execPath, [bundle], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Bundling the gateway failed:\n${stderr}`);
  const gateway = startProgram(
    'gateway',
    process.execPath,
    [path.join(repoRoot, 'gateway/dist/gateway.js')],
    {
      env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', ...env },
    },
  );
  await untilReady(gateway, answers(`http://127.0.0.1:${env['PORT']}/healthz`));
  return gateway;
}

async function startRemotes({ place, nginx }: FrontendOptions): Promise<Record<string, string>> {
  const ports = await freePorts(remoteNames());
  const started = Object.entries(ports).map(async ([name, port]) => {
    const program = await startNginx({
      binary: nginx,
      name: `nginx of ${name}`,
      templates: NGINX_TEMPLATES,
      folder: path.join(place.folder, `nginx-${name}`),
      port,
      values: {
        ...composeEnvironment(`remote-${name}`),
        REMOTE: name,
        REMOTE_DIR: path.join(repoRoot, `remote-${name}`, 'dist'),
        RELEASE_STORE: place.at('store'),
      },
    });
    place.keep(program);
    return [name, `http://localhost:${port}`] as const;
  });
  return Object.fromEntries(await Promise.all(started));
}

/** Resolves when everything answers. */
export async function startFrontend(options: FrontendOptions): Promise<Frontend> {
  const { place, origin, accounts, gatewaySecret, values } = options;
  const storeFolder = path.join(place.folder, 'store/releases');
  mkdirSync(storeFolder, { recursive: true });
  place.keepServer(await startStoreServer(path.dirname(storeFolder), place.ports.store));
  const client = { id: 'hindsight', secret: newSecret(), redirectUri: `${origin}/oauth2/callback` };
  place.keepServer(await startProvider({ port: place.ports.provider, accounts, client }));
  const remotes = await startRemotes(options);
  const dataDir = path.join(place.folder, 'gateway');
  const gateway = await startGateway({
    ...composeEnvironment('gateway'),
    ...secretFiles(path.join(place.folder, 'gateway-secrets'), {
      GATEWAY_SECRET: gatewaySecret,
      SESSION_SECRET: newSecret(),
      OPERATOR_TOKEN: newSecret(),
      OIDC_CLIENT_SECRET: client.secret,
    }),
    PORT: String(place.ports.dashboard),
    APP_ORIGIN: origin,
    DATA_DIR: dataDir,
    SERVICE_ORIGINS: `http://${place.at('a')} http://${place.at('b')}`,
    OIDC_ISSUER: `http://${place.at('provider')}`,
    OIDC_CLIENT_ID: client.id,
    OIDC_REACHED_AT: '',
    HOST_DIST: path.join(repoRoot, 'host/dist'),
    REGISTRY: `http://${place.at('store')}/releases/registry.json`,
    SHIPPED_REGISTRY: path.join(repoRoot, 'var/registry.json'),
    // A folder needs no credentials.
    RELEASES_TO: storeFolder,
    RELEASES_CREDENTIALS_FILE: '',
    REMOTES: Object.entries(remotes)
      .map((pair) => pair.join('='))
      .join(' '),
    // Rate limits are off, because a load test is a single heavy caller.
    ...{ CALLER_RATE: '0', CALLER_CONNECTIONS: '0', ADDRESS_RATE: '0', ADDRESS_CONNECTIONS: '0' },
    ...values,
  });
  place.keep(gateway);
  return { remotes, storeFolder, dataDir, gateway };
}
