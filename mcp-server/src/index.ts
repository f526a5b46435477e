/** What programs that serve MCP over a transport of their own need. */
export { connect } from './connection';
export { questionOf } from './model/question';
export { createMcpServer, MAX_MESSAGE_BYTES } from './server';
export { rankedResult } from './tools/memoryResults';
