/** The MCP server over HTTP, and its package for download. */
export { registerDownloads } from './downloads';
export { registerMcp } from './mcp';
