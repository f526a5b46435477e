/**
 * The command `hindsight-mcp`: the stdio server, and the commands that connect clients to it. Logs go to stderr, because stdout belongs to
 * the protocol.
 */
import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { Command } from 'commander';
import { addConnectionCommands, runProgram } from './cli/run';
import { thisMachine } from './cli/thisMachine';
import { answerHook } from './automatic/hook';
import { connect } from './connection';
import { addScripts } from './scripts/run';
import { createMcpServer, MAX_MESSAGE_BYTES } from './server';
import { readSettings, type Settings } from './settings';

/** Set by the build. */
const version = process.env['HINDSIGHT_MCP_VERSION'] ?? '0.0.0-development';

const ENVIRONMENT = `
Without a command it runs the server. Environment variables:

  HINDSIGHT_API_BASE_URL      address of the service, e.g. https://hindsight.example.org/api
  HINDSIGHT_API_TOKEN         API token
  DEFAULT_AGENT_ID            agent that memories are recorded under
  DEFAULT_CONVERSATION_ID     conversation that memories belong to; without it, each start is a new one
  HINDSIGHT_ACTIVE_SCOPE      personal, organization or public
  HINDSIGHT_ORGANIZATION_ID   the organization, for that scope
  HINDSIGHT_TOOLS             all: also lists the tools of earlier versions`;

/** Whether it was started by the name that scripts use. */
const isHindsight = process.env['HINDSIGHT_COMMAND'] === 'hindsight';

const log = (message: string, error?: unknown) =>
  process.stderr.write(
    `hindsight-mcp: ${message}${error instanceof Error ? ` ${error.stack ?? error.message}` : ''}\n`,
  );

/** Formats a program as a `User-Agent` product, in which blanks and other characters have a meaning. */
const productName = (program: { name: string; version: string } | undefined) =>
  program ? `${toFileName(program.name)}/${toFileName(program.version)}` : '';
const toFileName = (text: string) =>
  text
    .replace(/[^\w.+]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100) || 'unknown';

/** A server for one connection, in any protocol revision that the client speaks. */
function serverFor(settings: Settings): McpServer {
  /** Read lazily: the client introduces itself after the server is created. */
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

const args = process.argv.slice(2);
if (args.length === 0 && !isHindsight) {
  try {
    serve();
  } catch (error) {
    log((error as Error).message);
    process.exitCode = 1;
  }
} else {
  const deps = thisMachine(version, import.meta.url);
  // Readers such as `head` may close the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  const program = new Command(isHindsight ? 'hindsight' : 'hindsight-mcp')
    .description(
      isHindsight
        ? 'The memory of your coding agents, for scripts and at the terminal.'
        : 'The memory of your coding agents, as an MCP server over stdio.',
    )
    .version(version, '-v, --version')
    .addHelpText('after', isHindsight ? '' : ENVIRONMENT)
    .exitOverride();
  addConnectionCommands(program, deps, isHindsight);
  addScripts(program, deps, !isHindsight);
  program.command('hook [words...]', { hidden: true }).action((words: string[]) => answerHook(words, deps));
  process.exitCode = await runProgram(program, args, deps);
}
