import { environmentOf, masked, serviceUrlOf, type Setup } from '../server';
import { TEMPLATE, workflowOf } from '../workflow';
import { CLIENTS, FIRST_CLIENT } from './clients';

const nothing: Setup = {
  secret: null,
  agentId: null,
  conversationId: 'conversation-1',
  organizationId: null,
  serviceUrl: 'https://h.example/api',
};
const picked: Setup = { ...nothing, secret: 'hs_pat_0123456789abcdef_s"e\'c', agentId: 'agent-1' };
const env = environmentOf(picked);
const snippets = (id: string, setup = picked) =>
  CLIENTS.find((client) => client.id === id)!.snippets(environmentOf(setup));
const parsed = (id: string, n = 0): unknown => JSON.parse(snippets(id)[n]!.text);

it('lists eight clients that are ready, by name, and starts with Codex CLI', () => {
  expect(CLIENTS.map(({ name }) => name)).toEqual([
    'Claude Code',
    'Cline',
    'Codex CLI',
    'ForgeCode',
    'Gemini CLI',
    'GitHub Copilot CLI',
    'OpenHands CLI',
    'Roo Code',
  ]);
  expect(
    CLIENTS.every(({ status, steps, tagline }) => status === 'ready' && steps.length >= 3 && tagline),
  ).toBe(true);
  expect(FIRST_CLIENT).toBe('codex-cli');
});

it('fills in what was picked, and says what is missing until then', () => {
  expect(Object.keys(env).slice(0, 3)).toEqual([
    'HINDSIGHT_API_TOKEN',
    'DEFAULT_AGENT_ID',
    'DEFAULT_CONVERSATION_ID',
  ]);
  expect(env).toMatchObject({ HINDSIGHT_API_TOKEN: picked.secret, DEFAULT_AGENT_ID: 'agent-1' });
  expect(env['DEFAULT_CONVERSATION_ID']).toBe('conversation-1');
  expect(environmentOf(nothing)).toMatchObject({
    HINDSIGHT_API_TOKEN: '<your API token>',
    DEFAULT_AGENT_ID: '<your agent ID>',
    HINDSIGHT_API_BASE_URL: 'https://h.example/api',
  });
  expect(environmentOf({ ...nothing, organizationId: 'o1' })).toMatchObject({
    HINDSIGHT_ORGANIZATION_ID: 'o1',
  });
});

it('writes each snippet in the structure of its client', () => {
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

it('quotes TOML, shells and PowerShell so that no secret breaks out', () => {
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

it.each([
  ['codex-cli', 'Markdown file', 'AGENTS.md'],
  ['gemini-cli', 'Markdown file', 'GEMINI.md'],
  ['claude-code', 'Markdown file', 'CLAUDE.md'],
  ['github-copilot-cli', 'Markdown file', '.github/copilot-instructions.md'],
  ['cline', 'Rules file', '.clinerules'],
  ['forgecode', 'YAML config', 'forge.yaml'],
  ['openhands-cli', 'TOML config', 'config.toml'],
])('tells %s by a %s, %s', (id, group, file) => {
  expect(workflowOf(id)).toMatchObject({ group: { name: group }, file });
});

it('has no guidance for Roo Code yet, and one template for all', () => {
  expect(workflowOf('roocode')).toBeNull();
  expect(TEMPLATE).toMatch(/Retrieve all memories/);
  expect(TEMPLATE).toMatch(/lesson learned/);
  expect(workflowOf('forgecode')!.snippets[0]!.text).toMatch(/^custom_rules: \|/);
  expect(workflowOf('openhands-cli')!.details.join(' ')).toMatch(/\[agent\].*AGENT_/);
});

it('shows of a secret what a token list shows, and makes addresses whole', () => {
  expect(masked('hs_pat_1a2b3c4d5e6f7081_aaaaWxYz')).toBe('hs_pat_1a2b3c4d…WxYz');
  expect(serviceUrlOf('/api', 'https://h.example')).toBe('https://h.example/api');
  expect(serviceUrlOf('https://api.h.example/', 'https://h.example')).toBe('https://api.h.example');
});
