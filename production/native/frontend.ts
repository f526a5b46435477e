/** What browsers talk to: nginx for the dashboard and for each remote, the pages, and the sign-in. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { startProvider } from '../login/provider';
import { composeEnvironment } from '../compose/composeValues';
import { redirectUri, startProxy } from '../login/proxy';
import type { Account } from '../login/accounts';
import { startNginx } from './nginx';
import { type Place, remoteNames, repoRoot } from './place';
import { freePorts } from './ports';
import { answers, type Program, startProgram, untilReady } from './program';
import { newSecret } from './secrets';
import { startStoreServer } from './storeServer';

interface FrontendOptions {
  place: Place;
  nginx: string;
  /** `production/dist`. */
  dist: string;
  origin: string;
  accounts: readonly Account[];
  gatewaySecret: string;
  /** Further values for the templates of the dashboard's nginx. */
  values: Record<string, string>;
}

export interface Frontend {
  /** Origins of the remotes by name. */
  remotes: Record<string, string>;
  /** Folder of the release store's bucket. */
  storeFolder: string;
  edge: Program;
}

async function startSignIn({ place, origin, accounts }: FrontendOptions): Promise<void> {
  const client = { id: 'hindsight', secret: newSecret(), redirectUri: redirectUri(origin) };
  place.keepServer(await startProvider({ port: place.ports.provider, accounts, client }));
  const issuer = `http://${place.at('provider')}`;
  const port = place.ports.login;
  const endedSessionsFile = path.join(place.folder, 'ended-sessions');
  const secrets = { cookieSecret: newSecret(), endedSessionsFile };
  place.keepServer(await startProxy({ port, origin, issuer, client, ...secrets }));
}

async function startRemotes({ place, nginx, dist }: FrontendOptions): Promise<Record<string, string>> {
  const ports = await freePorts(remoteNames());
  const started = Object.entries(ports).map(async ([name, port]) => {
    const program = await startNginx({
      binary: nginx,
      name: `nginx of ${name}`,
      templates: path.join(dist, 'nginx/remote'),
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

async function startPages(options: FrontendOptions, remotes: Record<string, string>): Promise<string> {
  const { place, dist } = options;
  const folder = path.join(place.folder, 'pages');
  const pages = startProgram('pages', process.execPath, [path.join(dist, 'pages.mjs')], {
    env: {
      ...composeEnvironment('pages'),
      PATH: process.env.PATH ?? '',
      PORT: String(place.ports.pages),
      HOST_TEMPLATE: path.join(repoRoot, 'host/dist/index.html'),
      REGISTRY: `http://${place.at('store')}/releases/registry.json`,
      // A folder needs no keys.
      RELEASES_TO: path.join(place.folder, 'store/releases'),
      RELEASES_CREDENTIALS_FILE: '',
      SHIPPED_REGISTRY: path.join(repoRoot, 'var/registry.json'),
      PAGES_DIR: folder,
      REMOTES: Object.entries(remotes)
        .map(([name, origin]) => `${name}=${origin}`)
        .join(' '),
      POLL_MS: '200',
    },
  });
  place.keep(pages);
  await untilReady(pages, answers(`http://${place.at('pages')}/healthz`));
  return folder;
}

/** Origins from which developers may serve a remote of this stack, with blanks between; none unless the environment names them. */
const overrideOrigins = () => process.env.REMOTE_OVERRIDE_ORIGINS ?? '';

/** Everything answers when it resolves. */
export async function startFrontend(options: FrontendOptions): Promise<Frontend> {
  const { place, nginx, dist, origin, gatewaySecret, values } = options;
  const storeFolder = path.join(place.folder, 'store/releases');
  mkdirSync(storeFolder, { recursive: true });
  place.keepServer(await startStoreServer(path.dirname(storeFolder), place.ports.store));
  const [remotes] = await Promise.all([startRemotes(options), startSignIn(options)]);
  const pagesFolder = await startPages(options, remotes);
  const edge = await startNginx({
    binary: nginx,
    name: 'nginx of the host',
    templates: path.join(dist, 'nginx/host'),
    folder: path.join(place.folder, 'nginx-host'),
    port: place.ports.dashboard,
    values: {
      ...composeEnvironment('host'),
      APP_ORIGIN: origin,
      SERVICE_A: place.at('a'),
      SERVICE_B: place.at('b'),
      LOGIN: place.at('login'),
      PAGES: place.at('pages'),
      PAGES_DIR: pagesFolder,
      HOST_DIR: path.join(repoRoot, 'host/dist'),
      REMOTE_ORIGINS: [...Object.values(remotes), overrideOrigins()].join(' ').trim(),
      GATEWAY_SECRET: gatewaySecret,
      // A load test is one caller who means it.
      CALLER_RATE: '100000r/s',
      CALLER_BURST: '1000',
      CALLER_CONNECTIONS: '4000',
      ADDRESS_RATE: '100000r/s',
      ADDRESS_BURST: '1000',
      ADDRESS_CONNECTIONS: '4000',
      ...values,
    },
  });
  place.keep(edge);
  return { remotes, storeFolder, edge };
}
