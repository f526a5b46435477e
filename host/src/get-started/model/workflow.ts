/** Memory instructions per client: the file they belong in, and their text. */
import type { Snippet } from '@hindsight/shared-contracts/clients';

interface WorkflowGroup {
  id: 'markdown' | 'rules' | 'yaml' | 'toml';
  name: string;
  description: string;
}

const WORKFLOW_GROUPS: Record<WorkflowGroup['id'], WorkflowGroup> = {
  markdown: {
    id: 'markdown',
    name: 'Markdown file',
    description: 'Instructions in a project file that the client reads at the start of each session.',
  },
  rules: {
    id: 'rules',
    name: 'Rules file',
    description: 'Project rules that the client adds to every task.',
  },
  yaml: {
    id: 'yaml',
    name: 'YAML config',
    description: "Rules in the project's configuration, which every agent follows.",
  },
  toml: {
    id: 'toml',
    name: 'TOML config',
    description: "Instructions in the client's configuration.",
  },
};

/** One template for all clients: read memories first, then store lessons. */
export const TEMPLATE = `## Memory workflow

### Before you start
- Retrieve all memories through the \`hindsight-mcp\` server before you plan anything.
- Use what they say about this project: decisions, pitfalls, commands that work.

### Continuous learning
- After meaningful progress, or when something surprises you, stop and reflect.
- Store a lesson learned: what happened, why, and what to do next time.
- Report whether a memory helped, so that helpful ones rank higher.
`;

const YAML_TEMPLATE = `custom_rules: |
  1. Retrieve all memories through the hindsight-mcp server before you start.
  2. After meaningful progress or a surprise, store a lesson learned.
`;

const TOML_TEMPLATE = `[agent]
instructions = '''
${TEMPLATE}'''
`;

export interface Workflow {
  group: WorkflowGroup;
  /** File badge. */
  file: string;
  /** Notes about this client; text between backticks is code. */
  details: readonly string[];
  snippets: readonly Snippet[];
}

const markdown = (file: string, ...details: string[]): Workflow => ({
  group: WORKFLOW_GROUPS.markdown,
  file,
  details,
  snippets: [{ label: `${file} template`, language: 'markdown', text: TEMPLATE }],
});

/** By client id. A client without an entry has no guidance yet. */
const WORKFLOWS: Readonly<Record<string, Workflow>> = {
  'codex-cli': markdown(
    'AGENTS.md',
    'Codex reads the file in the project root and those in the folders it works in.',
  ),
  'gemini-cli': markdown(
    'GEMINI.md',
    'Your own slash commands in `.gemini/commands/` can also retrieve memories.',
  ),
  'claude-code': markdown(
    'CLAUDE.md',
    'Your own slash commands in `.claude/commands/*.md` can also retrieve memories.',
  ),
  'github-copilot-cli': markdown(
    '.github/copilot-instructions.md',
    'Files in `.github/instructions/*.instructions.md` hold rules for parts of the project, named in their front matter.',
    'The CLI also reads `AGENTS.md`, `CLAUDE.md` and `GEMINI.md`.',
  ),
  cline: {
    group: WORKFLOW_GROUPS.rules,
    file: '.clinerules',
    details: [
      'Put the text into `.clinerules` in the project root, or into a Markdown file in a folder with that name.',
    ],
    snippets: [{ label: '.clinerules template', language: 'markdown', text: TEMPLATE }],
  },
  forgecode: {
    group: WORKFLOW_GROUPS.yaml,
    file: 'forge.yaml',
    details: ['Write the rules into the section `custom_rules`.'],
    snippets: [{ label: 'forge.yaml', language: 'yaml', text: YAML_TEMPLATE }],
  },
  'openhands-cli': {
    group: WORKFLOW_GROUPS.toml,
    file: 'config.toml',
    details: [
      'Write the instructions into the section `[agent]`.',
      'Environment variables that start with `AGENT_` override what the file says.',
    ],
    snippets: [{ label: 'config.toml template', language: 'toml', text: TOML_TEMPLATE }],
  },
};

/** Null: guidance is coming soon, and the shared template applies until then. */
export function findWorkflow(clientId: string): Workflow | null {
  return WORKFLOWS[clientId] ?? null;
}
