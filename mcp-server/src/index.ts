/** Public interface for programs that serve MCP over their own transport. */
export { connect } from './connection';
export { toQuestion } from './model/question';
export { createMcpServer, MAX_MESSAGE_BYTES } from './server';
export { recalledResult } from './tools/briefResults';
export { ANSWER_TOKENS } from './model/fit';
export { listsEarlierTools } from './settings';
