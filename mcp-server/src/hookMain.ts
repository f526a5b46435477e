/** The program that the hooks of clients start: `hook` of `hindsight-mcp` alone, in a file that is read in a fraction of the time. */
import { answerHook } from './automatic/hook';
import { thisMachine } from './cli/thisMachine';

/** Set by the build. */
const version = process.env['HINDSIGHT_MCP_VERSION'] ?? '0.0.0-development';

const [, ...args] = process.argv.slice(2);
await answerHook(args, thisMachine(version, import.meta.url));
