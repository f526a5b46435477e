/** How to start each part: script, environment, health check. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listInputs } from '../build/packages';
import { sourceCommit } from '../federation/sourceCommit';
import { adminEmails, betaAdminEmails } from './people';
import { REGISTRY_KEY } from '../releases/store';
import { isRemote, PARTS, PART_NAMES, type PartName, type Ports, REMOTE_NAMES } from './parts';
import { repoRoot, varDir } from './paths';

export interface StackSettings {
  ports: Ports;
  dataDir: string;
  /** Number of demo memory blocks for an empty database. */
  blocks: number;
  gatewaySecret: string;
  registryFile: string;
  /** Published releases, served instead of the local builds. */
  releasesDir?: string;
  serviceScript: string;
  gatewayScript: string;
  env: NodeJS.ProcessEnv;
}

export interface Launch {
  script: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  healthUrl: string;
}

const serviceVersion = (
  JSON.parse(readFileSync(path.join(repoRoot, 'memory-service/package.json'), 'utf8')) as { version: string }
).version;

/** The service's build information, unless the environment sets it. */
function serviceBuild(): NodeJS.ProcessEnv {
  const commit = sourceCommit(repoRoot, listInputs('memory-service'));
  return {
    VERSION: serviceVersion,
    ...(commit && { BUILD_SHA: commit.sha, BUILD_TIMESTAMP: commit.time }),
  };
}

/** A program of the stack bundled by `bundle.mjs`. */
const bundledProgram = (name: string) => path.join(repoRoot, 'tooling/dist', `${name}.js`);

function commonEnv({ ports, env, dataDir, releasesDir }: StackSettings): NodeJS.ProcessEnv {
  const portVariables = PART_NAMES.map((name) => [PARTS[name].variable, String(ports[name])]);
  return {
    ...process.env,
    ...Object.fromEntries(portVariables),
    STACK_DATA_DIR: dataDir,
    ...(releasesDir ? { RELEASES_DIR: releasesDir } : {}),
    ...env,
  };
}

/** Environment of the gateway, including the variables that earlier releases read: their ports, and REGISTRY_FILE. */
function gatewayEnv(settings: StackSettings): NodeJS.ProcessEnv {
  const { ports, dataDir, releasesDir, registryFile, gatewaySecret } = settings;
  const service = `http://localhost:${ports.service}`;
  return {
    SERVICE_ORIGINS: `http://127.0.0.1:${ports.service}`,
    HOST_DIST: path.join(repoRoot, 'host/dist'),
    REMOTES: REMOTE_NAMES.map((name) => `${name}=http://localhost:${ports[name]}`).join(' '),
    // In development, pages may call the service directly.
    CONNECT_ORIGINS: `${service} ${service.replace('localhost', '127.0.0.1')}`,
    LOCAL_BACKEND_PORT: String(ports.service),
    ...commonEnv(settings),
    PORT: String(ports.gateway),
    HOST: process.env.BIND_ADDRESS ?? '127.0.0.1',
    DATA_DIR: dataDir,
    SIGN_IN: 'demo',
    GATEWAY_SECRET: gatewaySecret,
    REGISTRY: registryFile,
    REGISTRY_FILE: registryFile,
    ...(releasesDir ? { RELEASES_DIR: releasesDir, SHIPPED_REGISTRY: path.join(varDir, REGISTRY_KEY) } : {}),
  };
}

export function launchCommand(name: PartName, settings: StackSettings): Launch {
  const { ports } = settings;
  const env = commonEnv(settings);
  if (isRemote(name)) {
    return {
      script: bundledProgram('remoteServer'),
      args: [name],
      env,
      healthUrl: `http://127.0.0.1:${ports[name]}/healthz`,
    };
  }
  if (name === 'gateway') {
    return {
      script: settings.gatewayScript,
      args: [],
      env: gatewayEnv(settings),
      healthUrl: `http://127.0.0.1:${ports.gateway}/healthz`,
    };
  }
  return {
    script: settings.serviceScript,
    args: [],
    env: {
      ADMIN_EMAILS: adminEmails.join(','),
      BETA_ACCESS_ADMINS: betaAdminEmails.join(','),
      APP_BASE_URL: `http://localhost:${ports.gateway}`,
      HOST: '127.0.0.1',
      DATA_DIR: path.join(settings.dataDir, 'memory-service'),
      EMBEDDINGS_FOLDER: path.join(settings.dataDir, 'encoder'),
      DEMO_SEED: '1',
      DEMO_BLOCKS: String(settings.blocks),
      // Without a mail server, outgoing email is shown on a page of the service.
      MAIL_OUTBOX: '1',
      ...serviceBuild(),
      ...env,
      PORT: String(ports.service),
      // The start waits for the log record "ready", which a quieter level would hide.
      LOG_LEVEL: /^(debug|trace)$/i.test(env.LOG_LEVEL ?? '') ? env.LOG_LEVEL : 'info',
      GATEWAY_SECRET: settings.gatewaySecret,
    },
    healthUrl: `http://127.0.0.1:${ports.service}/health`,
  };
}
