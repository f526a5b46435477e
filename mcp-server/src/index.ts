/** What programs that serve MCP over a transport of their own need. */
export { connect } from './connection';
export { createMcpServer } from './server';
export { rankedResult } from './tools/memoryResults';
