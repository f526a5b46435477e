/** Downloads that the service offers to all who reach it: the command `hindsight-mcp`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

interface Download {
  name: string;
  version: string;
  /** Name of the package file. */
  file: string;
  /** Subresource integrity of the package file, `sha512-…`. */
  integrity: string;
}

/** Registers the routes. The package has the address of its version, and one that always leads to the newest. */
export function registerDownloads(app: FastifyInstance, folder: string): void {
  const download = JSON.parse(readFileSync(path.join(folder, 'download.json'), 'utf8')) as Download;
  const content = readFileSync(path.join(folder, download.file));

  app.get(`/downloads/${download.name}.json`, async () => download);
  for (const file of [download.file, `${download.name}.tgz`]) {
    app.get(`/downloads/${file}`, (_request, reply) =>
      reply
        .type('application/gzip')
        .header('content-disposition', `attachment; filename="${download.file}"`)
        .send(content),
    );
  }
}
