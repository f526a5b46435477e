import { masked, serviceUrlOf } from './server';
import { TEMPLATE, workflowOf } from './workflow';

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
