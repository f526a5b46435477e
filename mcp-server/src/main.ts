/** The command `hindsight-mcp`: the server over stdio, and what connects clients to it. The log is stderr, because stdout belongs to the protocol. */
import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { COMMANDS_USAGE, isCommand, runCommand } from './cli/run';
import { thisMachine } from './cli/thisMachine';
import { answerHook } from './automatic/hook';
import { connect } from './connection';
import { isScript, runScript, SCRIPTS_USAGE } from './scripts/run';
import { createMcpServer, MAX_MESSAGE_BYTES } from './server';
import { readSettings, type Settings } from './settings';

/** Set by the build. */
const version = process.env['HINDSIGHT_MCP_VERSION'] ?? '0.0.0-development';

const USAGE = `hindsight-mcp ${version}: the memory of your coding agents, as an MCP server over stdio.

${COMMANDS_USAGE}

Without a command it serves, by its environment:

  HINDSIGHT_API_BASE_URL      address of the service, e.g. https://hindsight.example.org/api
  HINDSIGHT_API_TOKEN         API token
  DEFAULT_AGENT_ID            agent that memories are recorded under
  DEFAULT_CONVERSATION_ID     conversation that memories belong to; without it, each start is one
  HINDSIGHT_ACTIVE_SCOPE      personal, organization or public
  HINDSIGHT_ORGANIZATION_ID   the organization, for that scope
  HINDSIGHT_TOOLS             all: lists the tools of earlier versions, too`;

const HINDSIGHT_USAGE = `hindsight ${version}: the memory of your coding agents, for scripts and at the terminal.

${SCRIPTS_USAGE}`;

/** Started by the name that scripts use. */
const isHindsight = process.env['HINDSIGHT_COMMAND'] === 'hindsight';

const log = (message: string, error?: unknown) =>
  process.stderr.write(
    `hindsight-mcp: ${message}${error instanceof Error ? ` ${error.stack ?? error.message}` : ''}\n`,
  );

/** A program as a product of `User-Agent`, in which blanks and other signs have a meaning. */
const productName = (program: { name: string; version: string } | undefined) =>
  program ? `${toFileName(program.name)}/${toFileName(program.version)}` : '';
const toFileName = (text: string) =>
  text
    .replace(/[^\w.+]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100) || 'unknown';

/** A server for one connection, of whichever revision of the protocol the client speaks. */
function serverFor(settings: Settings): McpServer {
  /** The client introduces itself after the server is made. */
  const program = () =>
    [server.server.getClientVersion(), { name: 'hindsight-mcp', version }].map(productName).join(' ');
  const api = connect(settings, { program });
  const server = createMcpServer({ api, version, log, ...settings });
  server.server.oninitialized = () => {
    for (const data of settings.warnings)
      server
        .sendLoggingMessage({ level: 'warning', data })
        .catch((error: unknown) => log('A warning was not sent.', error));
  };
  return server;
}

function serve(): void {
  const settings = readSettings(process.env);
  for (const warning of settings.warnings) log(warning);
  const options = { maxBufferSize: MAX_MESSAGE_BYTES };
  serveStdio(() => serverFor(settings), {
    transport: new StdioServerTransport(process.stdin, process.stdout, options),
  });
}

const [argument, ...rest] = process.argv.slice(2);
if (argument === '--version' || argument === '-v') process.stdout.write(`${version}\n`);
else if (argument === '--help' || argument === '-h')
  process.stdout.write(`${isHindsight ? HINDSIGHT_USAGE : USAGE}\n`);
else if (argument !== undefined && isCommand(argument)) {
  process.exitCode = await runCommand(argument, rest, thisMachine(version, import.meta.url));
} else if (argument !== undefined && isScript(argument)) {
  process.exitCode = await runScript(argument, rest, thisMachine(version, import.meta.url));
} else if (argument === 'hook') {
  await answerHook(rest, thisMachine(version, import.meta.url));
} else if (isHindsight) {
  log(argument === undefined ? HINDSIGHT_USAGE : `unknown command ${argument}.\n\n${HINDSIGHT_USAGE}`);
  process.exitCode = 1;
} else if (argument !== undefined) {
  log(`unknown argument ${argument}.\n\n${USAGE}`);
  process.exitCode = 1;
} else {
  try {
    serve();
  } catch (error) {
    log((error as Error).message);
    process.exitCode = 1;
  }
}
