/** Program for client hooks: only the `hook` command of `hindsight-mcp`, in a file that loads in a fraction of the time. */
import { answerHook } from './automatic/hook';
import { thisMachine } from './cli/thisMachine';

/** Set by the build. */
const version = process.env['HINDSIGHT_MCP_VERSION'] ?? '0.0.0-development';

const [, ...args] = process.argv.slice(2);
await answerHook(args, thisMachine(version, import.meta.url));
