/** @jest-environment node */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import {
  CLIENTS,
  type Client,
  type Connection,
  environmentOf,
  type Launch,
  type Machine,
} from '@hindsight/shared-contracts/clients';
import { readConfig, removeConfig, writeConfig } from './clientConfig';

const launchFor = (secret: string): Launch => ({
  command: 'hindsight-mcp',
  args: [],
  env: environmentOf({
    secret,
    agentId: 'a1',
    conversationId: 'c1',
    organizationId: null,
    serviceUrl: 'https://h.example/api',
  }),
});
const launch = launchFor('hs_pat_1_s"e\'c');
const clientName = (id: string) => CLIENTS.find((client) => client.id === id)!;

let home: string;
let machine: Machine;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'hindsight-config-'));
  machine = {
    platform: 'linux',
    home,
    folder: home,
    environment: {},
    exists: (parts) => existsSync(path.join(...parts)),
  };
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Writes a text to the client's configuration file and returns its path. */
function given(client: Client, text: string): string {
  const { file } = readConfig(client, machine);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o640 });
  return file;
}
const write = (client: Client, with_: Connection = launch) =>
  writeConfig(client, readConfig(client, machine), with_);
const remove = (client: Client) => removeConfig(client, readConfig(client, machine));

/** A file with only the entry; `table` is the TOML form. */
function documented({ file: { format, keys } }: Client, entry: object, table: string): string {
  if (format === 'toml') return `${table}\n`;
  const file = [...keys, 'hindsight-mcp'].reduceRight<object>((value, key) => ({ [key]: value }), entry);
  return format === 'yaml' ? stringify(file) : `${JSON.stringify(file, null, 2)}\n`;
}

describe.each(CLIENTS.map((client) => [client.name, client] as const))('%s', (_name, client) => {
  test('writes the documented form once, changes nothing the second time, and removes it again', () => {
    expect(write(client)).toBe(true);
    const { file } = readConfig(client, machine);
    const text = readFileSync(file, 'utf8');
    expect(text).toBe(documented(client, client.file.entry(launch), client.snippets(launch.env)[0]!.text));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(write(client)).toBe(false);
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(remove(client)).toBe('restored');
    expect(existsSync(file)).toBe(false);
  });

  const { remote } = client.file;
  if (remote)
    test('switches from a command to a URL and back', () => {
      const url = 'https://h.example/api/mcp';
      write(client);
      const { file } = readConfig(client, machine);
      expect(write(client, { url })).toBe(true);
      expect(readFileSync(file, 'utf8')).not.toMatch(/hs_pat|command|cmd/);
      expect(readConfig(client, machine)).toMatchObject({ connection: { url }, launch: null });
      expect(write(client, launch)).toBe(true);
      expect(readConfig(client, machine).connection).toEqual(launch);
      expect(remove(client)).toBe('restored');
      expect(existsSync(file)).toBe(false);
    });
});

test('keeps the mode of a shared project file, and restores it byte for byte', () => {
  const before = '{\n  // ours\n  "mcpServers": { "other": { "url": "https://x.example" } }\n}\n';
  const client = clientName('cursor');
  mkdirSync(path.join(home, '.cursor'));
  const file = path.join(home, '.cursor/mcp.json');
  writeFileSync(file, before, { mode: 0o644 });
  writeConfig(client, readConfig(client, machine, 'project'), { url: 'https://h.example/api/mcp' });
  expect(statSync(file).mode & 0o777).toBe(0o644);
  expect(removeConfig(client, readConfig(client, machine, 'project'))).toBe('restored');
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(() => readConfig(clientName('windsurf'), machine, 'project')).toThrow('has no per-project file');
});

test('keeps comments and order of a YAML file, and restores it byte for byte', () => {
  const client = clientName('goose');
  const before = "# mine\nGOOSE_MODEL: 'x'\nextensions:\n    other: # keep\n        enabled: true\n";
  const file = given(client, before);
  write(client);
  expect(readFileSync(file, 'utf8')).toMatch(
    /^# mine\nGOOSE_MODEL: 'x'\nextensions:\n {2}other:\n {4}# keep\n/,
  );
  expect(remove(client)).toBe('restored');
  expect(readFileSync(file, 'utf8')).toBe(before);
  given(client, 'extensions: [');
  expect(() => write(client)).toThrow('It is not valid YAML');
});

const SETTINGS = [
  '{\n\t// mine\n\t"theme": "dark",\n\t"mcpServers": {\n\t\t"other": { "command": "x" }, // keep\n\t},\n}\n',
  '{"theme":"dark"}',
  '{ "mcpServers": {} }\n',
  '\uFEFF{\r\n    "a": [1, 2],\r\n    "b": null\r\n}\r\n',
  '',
  '{}',
];

test.each(SETTINGS)('JSON keeps all other bytes, and is restored byte for byte: %j', (text) => {
  const client = clientName('gemini-cli');
  const file = given(client, text);
  expect(write(client)).toBe(true);
  const next = readFileSync(file, 'utf8');
  for (const kept of ['// mine', '"theme"', '"other": { "command": "x" }, // keep', '[1, 2]'])
    expect([kept, next.includes(kept)]).toEqual([kept, text.includes(kept)]);
  expect(text.includes('\r\n') && /[^\r]\n/.test(next)).toBe(false);
  expect(readConfig(client, machine).launch).toEqual(launch);
  expect(readFileSync(`${file}.before-hindsight`, 'utf8')).toBe(text);
  write(client, launchFor('hs_pat_2_new'));
  expect(remove(client)).toBe('restored');
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([text, 0o640]);
  expect(existsSync(`${file}.before-hindsight`)).toBe(false);
});

const TOMLS = [
  'model = "o4"\n\n# servers\n[mcp_servers.other]\ncommand = "x" # keep\n\n[profiles.a]\nmodel = "b"\n',
  'model = "o4"',
  '# only a comment\r\n[a]\r\nb = 1\r\n',
  '',
];

test.each(TOMLS)('TOML keeps all other bytes, and is restored byte for byte: %j', (text) => {
  const client = clientName('codex-cli');
  const file = given(client, text);
  expect(write(client)).toBe(true);
  expect(readFileSync(file, 'utf8').startsWith(text)).toBe(true);
  expect(readConfig(client, machine).launch).toEqual(launch);
  expect(write(client)).toBe(false);
  const renewed = launchFor('hs_pat_2_new');
  expect(write(client, renewed)).toBe(true);
  expect(readConfig(client, machine).launch).toEqual(renewed);
  expect(readFileSync(file, 'utf8')).not.toContain('hs_pat_1');
  expect(remove(client)).toBe('restored');
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('replaces a TOML entry from the guide with its tables, and keeps settings that a person added', () => {
  const client = clientName('codex-cli');
  const file = given(
    client,
    'a = 1\n\n[mcp_servers.hindsight-mcp]\ncommand = "old"\nstartup_timeout_sec = 30 # slow disk\n\n[mcp_servers.hindsight-mcp.env]\nHINDSIGHT_API_TOKEN = "hs_pat_0_old"\nHTTPS_PROXY = "http://p"\n\n[b]\nc = 2\n',
  );
  write(client);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('startup_timeout_sec = 30');
  expect(text).toContain('"HTTPS_PROXY" = "http://p"');
  expect(text).toMatch(/^a = 1\n\n\[mcp_servers\.hindsight-mcp\]\n/);
  expect(text).toMatch(/\n\[b\]\nc = 2\n$/);
  expect(text).not.toMatch(/hs_pat_0|"old"|hindsight-mcp\.env/);
  expect(remove(client)).toBe('removed');
  expect(readFileSync(file, 'utf8')).toBe('a = 1\n\n[b]\nc = 2\n');
});

test('keeps later changes when it removes the entry', () => {
  const client = clientName('gemini-cli');
  const file = given(client, '{\n  "theme": "dark"\n}\n');
  write(client);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"dark"', '"light"'));
  expect(remove(client)).toBe('removed');
  const left = JSON.parse(readFileSync(file, 'utf8')) as object;
  expect(left).toEqual({ theme: 'light', mcpServers: {} });
});

test('keeps settings that a person added to the entry, but drops variables of an older setup', () => {
  const client = clientName('cline');
  const env = { HTTPS_PROXY: 'http://p', HINDSIGHT_ORGANIZATION_ID: 'old', HINDSIGHT_API_KEY: 'old' };
  given(
    client,
    JSON.stringify({
      mcpServers: { 'hindsight-mcp': { command: 'x', args: ['y'], env, autoApprove: ['recall'] } },
    }),
  );
  write(client);
  const { mcpServers } = JSON.parse(readConfig(client, machine).text!) as {
    mcpServers: Record<string, object>;
  };
  expect(mcpServers['hindsight-mcp']).toEqual({
    autoApprove: ['recall'],
    command: 'hindsight-mcp',
    env: { ...launch.env, HTTPS_PROXY: 'http://p' },
    disabled: false,
  });
});

test('leaves a file in another encoding unchanged and says why', () => {
  const client = clientName('gemini-cli');
  const file = given(client, '{}');
  for (const encoding of ['latin1', 'utf16le'] as const) {
    const bytes = Buffer.from('{ "name": "Zoë" }', encoding);
    writeFileSync(file, bytes);
    expect(() => write(client)).toThrow(
      /settings\.json was left as it is\. It is not (UTF-8 text|valid JSON)/,
    );
    expect(readFileSync(file).equals(bytes)).toBe(true);
  }
});

test('writes through a symbolic link and keeps it', () => {
  const client = clientName('gemini-cli');
  const file = given(client, '{}');
  rmSync(file);
  const elsewhere = path.join(home, 'dotfiles.json');
  writeFileSync(elsewhere, '{}');
  symlinkSync(elsewhere, file);
  write(client);
  expect(readFileSync(elsewhere, 'utf8')).toContain('hindsight-mcp');
});

test.each([
  ['gemini-cli', '{ "a": }', /settings\.json was left as it is\. It is not valid JSON \(\w+ in line 1\)\./],
  ['gemini-cli', '[]', /It is not a JSON object\./],
  ['gemini-cli', '{ "mcpServers": [] }', /"mcpServers" in it is not an object\./],
  ['gemini-cli', '{ "mcpServers": {}, "mcpServers": {} }', /more than once/],
  ['codex-cli', 'a = \n', /config\.toml was left as it is\. It is not valid TOML/],
  [
    'codex-cli',
    'mcp_servers = { other = { command = "x" } }\n',
    /(It is not valid TOML|Its MCP servers can’t be edited)/,
  ],
])('%s: leaves a file like %j unchanged and says why', (id, text, reason) => {
  const client = clientName(id);
  const file = given(client, text);
  expect(() => write(client)).toThrow(reason);
  expect(readFileSync(file, 'utf8')).toBe(text);
});
