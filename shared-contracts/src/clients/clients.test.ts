import type { Machine } from './client';
import { CLIENTS, FIRST_CLIENT } from './clients';
import { buildEnvironment, installedCommand, type Setup } from './server';

const nothing: Setup = {
  secret: null,
  agentId: null,
  conversationId: 'conversation-1',
  organizationId: null,
  serviceUrl: 'https://h.example/api',
};
const picked: Setup = { ...nothing, secret: 'hs_pat_0123456789abcdef_s"e\'c', agentId: 'agent-1' };
const env = buildEnvironment(picked);
const snippets = (id: string, setup = picked) =>
  CLIENTS.find((client) => client.id === id)!.snippets(buildEnvironment(setup));
const parsed = (id: string, n = 0): unknown => JSON.parse(snippets(id)[n]!.text);

it('lists the sixteen ready clients by name, starting with Codex CLI', () => {
  expect(CLIENTS.map(({ name }) => name)).toEqual([
    'Amp',
    'Claude Code',
    'Claude Desktop',
    'Cline',
    'Codex CLI',
    'Cursor',
    'ForgeCode',
    'Gemini CLI',
    'GitHub Copilot CLI',
    'Goose',
    'opencode',
    'OpenHands CLI',
    'Roo Code',
    'VS Code',
    'Windsurf',
    'Zed',
  ]);
  expect(
    CLIENTS.every(({ status, steps, tagline }) => status === 'ready' && steps.length >= 3 && tagline),
  ).toBe(true);
  expect(FIRST_CLIENT).toBe('codex-cli');
});

it('fills in the selected values and uses placeholders for missing ones', () => {
  expect(Object.keys(env).slice(0, 3)).toEqual([
    'HINDSIGHT_API_TOKEN',
    'DEFAULT_AGENT_ID',
    'DEFAULT_CONVERSATION_ID',
  ]);
  expect(env).toMatchObject({ HINDSIGHT_API_TOKEN: picked.secret, DEFAULT_AGENT_ID: 'agent-1' });
  expect(env['DEFAULT_CONVERSATION_ID']).toBe('conversation-1');
  expect(buildEnvironment({ ...picked, conversationId: null })).not.toHaveProperty('DEFAULT_CONVERSATION_ID');
  expect(buildEnvironment(nothing)).toMatchObject({
    HINDSIGHT_API_TOKEN: '<your API token>',
    DEFAULT_AGENT_ID: '<your agent ID>',
    HINDSIGHT_API_BASE_URL: 'https://h.example/api',
  });
  expect(buildEnvironment({ ...nothing, organizationId: 'o1' })).toMatchObject({
    HINDSIGHT_ORGANIZATION_ID: 'o1',
  });
});

it('writes each snippet in its client’s format', () => {
  const byName = { 'hindsight-mcp': { command: 'hindsight-mcp', env } };
  expect(parsed('gemini-cli')).toEqual({ mcpServers: byName });
  expect(parsed('forgecode')).toEqual({ mcpServers: byName });
  expect(parsed('cline')).toEqual({
    mcpServers: { 'hindsight-mcp': { ...byName['hindsight-mcp'], disabled: false } },
  });
  expect(parsed('roocode')).toEqual({
    servers: [{ name: 'hindsight-mcp', transport: 'stdio', command: 'hindsight-mcp', env }],
  });
  expect(parsed('roocode', 1)).toEqual({ mcpServers: byName });
  expect(parsed('github-copilot-cli')).toEqual({
    servers: { 'hindsight-mcp': { type: 'stdio', command: 'hindsight-mcp', env } },
  });
  expect(parsed('github-copilot-cli', 1)).toMatchObject({
    mcpServers: { 'hindsight-mcp': { type: 'stdio', command: 'hindsight-mcp', env, tools: ['*'] } },
  });
  expect(parsed('openhands-cli', 1)).toMatchObject({
    mcpServers: { 'hindsight-mcp': { command: 'hindsight-mcp', env } },
  });
});

it('escapes secrets in TOML, POSIX shells and PowerShell', () => {
  const [codex] = snippets('codex-cli');
  expect(codex!.label).toBe('~/.codex/config.toml');
  expect(codex!.text).toMatch(
    /^\[mcp_servers\.hindsight-mcp\]\ncommand = "hindsight-mcp"\nargs = \[\]\nenv = \{ "HINDSIGHT_API_TOKEN" = "hs_pat_0123456789abcdef_s\\"e'c", /,
  );
  expect(snippets('openhands-cli')[0]!.text).toContain('env = { HINDSIGHT_API_TOKEN = "hs_pat_');
  const [bash, powerShell] = snippets('claude-code');
  const word = bash!.text.replace('claude mcp add-json hindsight-mcp ', '');
  expect(JSON.parse(word.slice(1, -1).replaceAll(`'\\''`, "'"))).toEqual({
    type: 'stdio',
    command: 'hindsight-mcp',
    env,
  });
  expect(powerShell!.text).toContain(`{\\"type\\":\\"stdio\\"`);
  expect(powerShell!.text).toContain("e''c");
});

const machine = (change: Partial<Machine> = {}): Machine => ({
  platform: 'linux',
  home: '/home/mira',
  folder: '/home/mira/project',
  environment: {},
  exists: () => false,
  ...change,
});
const stateFile = (id: string, on = machine()) =>
  CLIENTS.find((client) => client.id === id)!
    .file.path(on)
    .join('/');

it.each([
  ['codex-cli', '/home/mira/.codex/config.toml'],
  ['gemini-cli', '/home/mira/.gemini/settings.json'],
  ['claude-code', '/home/mira/.claude.json'],
  ['cline', '/home/mira/.cline/data/settings/cline_mcp_settings.json'],
  [
    'roocode',
    '/home/mira/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json',
  ],
  ['github-copilot-cli', '/home/mira/.copilot/mcp-config.json'],
  ['forgecode', '/home/mira/.forge/.mcp.json'],
  ['openhands-cli', '/home/mira/.openhands/mcp.json'],
  ['vscode', '/home/mira/.config/Code/User/mcp.json'],
  ['cursor', '/home/mira/.cursor/mcp.json'],
  ['windsurf', '/home/mira/.codeium/windsurf/mcp_config.json'],
  ['zed', '/home/mira/.config/zed/settings.json'],
  ['opencode', '/home/mira/.config/opencode/opencode.json'],
  ['goose', '/home/mira/.config/goose/config.yaml'],
  ['amp', '/home/mira/.config/amp/settings.json'],
  ['claude-desktop', '/home/mira/.config/Claude/claude_desktop_config.json'],
])('%s keeps its user-level servers in %s', (id, path) => expect(stateFile(id)).toBe(path));

it('locates files by platform, environment and client version', () => {
  const roo = 'Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json';
  expect(stateFile('roocode', machine({ platform: 'darwin' }))).toBe(
    `/home/mira/Library/Application Support/${roo}`,
  );
  expect(stateFile('roocode', machine({ platform: 'win32', environment: { APPDATA: 'C:\\Roaming' } }))).toBe(
    `C:\\Roaming/${roo}`,
  );
  expect(stateFile('codex-cli', machine({ environment: { CODEX_HOME: '/srv/codex' } }))).toBe(
    '/srv/codex/config.toml',
  );
  expect(stateFile('forgecode', machine({ exists: (path) => path.join('/') === '/home/mira/forge' }))).toBe(
    '/home/mira/forge/.mcp.json',
  );
  expect(stateFile('cline', machine({ exists: (path) => path.includes('globalStorage') }))).toBe(
    '/home/mira/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
  );
});

it('writes the same entry to the file as the guide shows', () => {
  for (const { id, file } of CLIENTS.filter(({ file: { format } }) => format === 'json')) {
    const shown = snippets(id)
      .map(({ text }) => text)
      .join('\n');
    const entry = JSON.stringify(file.entry(installedCommand(env)));
    expect([id, shown.replace(/\s/g, '').replaceAll("'\\''", "'")]).toEqual([
      id,
      expect.stringContaining(entry.replace(/\s/g, '')),
    ]);
  }
});

const ADDRESS = 'https://h.example/api/mcp';

it('connects every client that can sign in by URL, without a token, with instructions for signing in', () => {
  for (const { id, file, own, signIn } of CLIENTS) {
    const shown = [JSON.stringify(file.remote?.(ADDRESS) ?? {}), own?.(ADDRESS).text ?? ''].join(' ');
    expect([id, shown]).toEqual([id, expect.not.stringMatching(/TOKEN|hs_pat/)]);
    expect([id, file.remote !== undefined]).toEqual([id, signIn !== undefined]);
    if (file.remote) expect(Object.values(file.remote(ADDRESS))).toContain(ADDRESS);
  }
});

it.each([
  ['claude-code', `claude mcp add --transport http --scope user hindsight-mcp ${ADDRESS}`],
  ['codex-cli', `codex mcp add hindsight-mcp --url ${ADDRESS}`],
  ['gemini-cli', `gemini mcp add --transport http --scope user hindsight-mcp ${ADDRESS}`],
  ['github-copilot-cli', `copilot mcp add --transport http hindsight-mcp ${ADDRESS}`],
  ['opencode', `opencode mcp add hindsight-mcp --url ${ADDRESS}`],
  ['amp', `amp mcp add hindsight-mcp ${ADDRESS}`],
  ['vscode', `code --add-mcp '{"name":"hindsight-mcp","type":"http","url":"${ADDRESS}"}'`],
  [
    'cursor',
    `cursor://anysphere.cursor-deeplink/mcp/install?name=hindsight-mcp&config=${encodeURIComponent(btoa(`{"url":"${ADDRESS}"}`))}`,
  ],
])('shows the command or link of %s for adding a server', (id, text) => {
  expect(CLIENTS.find((client) => client.id === id)!.own!(ADDRESS).text).toBe(text);
});
