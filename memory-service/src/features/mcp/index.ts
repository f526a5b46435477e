/** MCP server over HTTP, and its downloadable package. */
export { registerDownloads } from './downloads';
export { registerMcp } from './mcp';
