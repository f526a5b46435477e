/** Public downloads of the service: the command `hindsight-mcp`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { BuildInfo } from '@hindsight/shared-contracts/api';

const McpServer = BuildInfo.shape.mcp_server.unwrap();

/**
 * Registers the download routes: one versioned and one that always serves the latest package.
 * @returns the `/build-info` entry of the package.
 */
export function registerDownloads(app: FastifyInstance, folder: string): BuildInfo['mcp_server'] {
  const description: unknown = JSON.parse(readFileSync(path.join(folder, 'download.json'), 'utf8'));
  const download = McpServer.parse(description);
  const content = readFileSync(path.join(folder, download.file));
  for (const file of [download.file, `${download.name}.tgz`]) {
    app.get(`/downloads/${file}`, (_request, reply) =>
      reply
        .type('application/gzip')
        .header('content-disposition', `attachment; filename="${download.file}"`)
        .send(content),
    );
  }
  return download;
}
