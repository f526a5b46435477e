import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import remotes from '../remotes.json';
import { withRemotes } from './composeFile';
import { createRemote } from './createRemote';

let root: string;
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
/** Files of the clone that list every remote. */
const ENTERED = ['ARCHITECTURE.md', 'README.md', 'docker-compose.yml'];
const original = (file: string) => readFileSync(path.join(__dirname, '../..', file), 'utf8');
const COMPOSE_FILE = original('docker-compose.yml');
const LIST = '{\n  "memory": { "port": 3001 },\n  "beta": { "port": 3004 }\n}\n';

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'create-'));
  mkdirSync(path.join(root, 'tooling'));
  writeFileSync(path.join(root, 'tooling/remotes.json'), LIST);
  for (const file of ENTERED) writeFileSync(path.join(root, file), original(file));
});
afterEach(() => rmSync(root, { recursive: true }));

it('creates entry point, page, slot, tests and descriptor under the new name, on the next port', () => {
  expect(createRemote(root, 'remote-cost-reports')).toEqual({
    name: 'cost-reports',
    pkg: 'remote-cost-reports',
    port: 3005,
    page: '/cost-reports',
  });
  expect(read('tooling/remotes.json')).toBe(
    '{\n  "memory": { "port": 3001 },\n  "beta": { "port": 3004 },\n  "cost-reports": { "port": 3005 }\n}\n',
  );
  const descriptor = read('remote-cost-reports/src/remote/descriptor.ts');
  expect(descriptor).toContain("name: 'cost-reports'");
  expect(descriptor).toContain("displayName: 'Cost Reports'");
  expect(read('remote-cost-reports/src/remote/entry.ts')).toContain('"slot-cost-reports-summary"');
  expect(read('remote-cost-reports/package.json')).toContain('"@hindsight/remote-cost-reports"');
});

it('adds a container for the new remote, and its address to the gateway', () => {
  createRemote(root, 'reports');
  const text = read('docker-compose.yml');
  expect(text).toMatch(/image: hindsight\/remote-reports:\$\{VERSION:-\d+\.\d+\.\d+\}/);
  expect(text).toContain("ports: ['127.0.0.1:8085:8080']");
  expect(text).toContain('beta=http://localhost:8084 reports=http://localhost:8085}');
});

it('adds the new remote to the documents, after the others', () => {
  createRemote(root, 'cost-reports');
  expect(read('README.md')).toMatch(
    /\| `remote-[^|]*\|[^|]*\| port \d+ \|\n\| `remote-cost-reports` \| Cost Reports \| port 3005 \|\n\| `memory-service`/,
  );
  expect(read('ARCHITECTURE.md')).toContain('| `remote-cost-reports` | Cost Reports | contracts, ui |\n');
});

it('matches the compose file to the list of remotes', () => {
  expect(withRemotes(COMPOSE_FILE, remotes)).toBe(COMPOSE_FILE);
  expect(() => withRemotes('services: {}', remotes)).toThrow('markers around the remotes are missing');
});

it("leaves no trace of the template's name", () => {
  createRemote(root, 'reports');
  const files = (readdirSync(path.join(root, 'remote-reports'), { recursive: true }) as string[]).filter(
    (file) => statSync(path.join(root, 'remote-reports', file)).isFile(),
  );
  expect(files.length).toBeGreaterThan(8);
  expect(files.filter((file) => /example/i.test(file + read(`remote-reports/${file}`)))).toEqual([]);
});

it.each([
  [undefined, '"" isn’t a valid remote name'],
  ['Reports', '"Reports" isn’t a valid remote name'],
  ['../x', '"../x" isn’t a valid remote name'],
  ['remote-beta', 'remote-beta already exists.'],
  ['settings', '/settings is used by the product itself'],
])('refuses %j and changes nothing', (word, reason) => {
  expect(() => createRemote(root, word)).toThrow(reason);
  expect(read('tooling/remotes.json')).toBe(LIST);
  expect(ENTERED.map(read)).toEqual(ENTERED.map(original));
  expect(readdirSync(root)).toEqual([...ENTERED, 'tooling']);
});
