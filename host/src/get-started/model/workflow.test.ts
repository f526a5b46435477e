import { shortenSecret, resolveServiceUrl } from './server';
import { TEMPLATE, findWorkflow } from './workflow';

it.each([
  ['codex-cli', 'Markdown file', 'AGENTS.md'],
  ['gemini-cli', 'Markdown file', 'GEMINI.md'],
  ['claude-code', 'Markdown file', 'CLAUDE.md'],
  ['github-copilot-cli', 'Markdown file', '.github/copilot-instructions.md'],
  ['cline', 'Rules file', '.clinerules'],
  ['forgecode', 'YAML config', 'forge.yaml'],
  ['openhands-cli', 'TOML config', 'config.toml'],
])('tells %s by a %s, %s', (id, group, file) => {
  expect(findWorkflow(id)).toMatchObject({ group: { name: group }, file });
});

it('has no guidance for Roo Code yet, and one template for all', () => {
  expect(findWorkflow('roocode')).toBeNull();
  expect(TEMPLATE).toMatch(/Retrieve all memories/);
  expect(TEMPLATE).toMatch(/lesson learned/);
  expect(findWorkflow('forgecode')!.snippets[0]!.text).toMatch(/^custom_rules: \|/);
  expect(findWorkflow('openhands-cli')!.details.join(' ')).toMatch(/\[agent\].*AGENT_/);
});

it('shows of a secret what a token list shows, and makes addresses whole', () => {
  expect(shortenSecret('hs_pat_1a2b3c4d5e6f7081_aaaaWxYz')).toBe('hs_pat_1a2b3c4d…WxYz');
  expect(resolveServiceUrl('/api', 'https://h.example')).toBe('https://h.example/api');
  expect(resolveServiceUrl('https://api.h.example/', 'https://h.example')).toBe('https://api.h.example');
});
