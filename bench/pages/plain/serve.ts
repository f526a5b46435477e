/**
 * Serves the plain baseline app: one HTML file with an inline script, built by webpack like the dashboard, in front of the same service. It
 * requests the first page of the list before its script runs. Its load time is the practical lower bound.
 */
import { readFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { compile } from '../../../tooling/federation/compile';
import { webpackBase } from '../../../tooling/federation/webpackBase';
import { repoRoot, varDir } from '../../../tooling/local-stack/paths';

const packageDir = path.join(repoRoot, 'bench');
const LIMITS: Record<string, number> = { '/dashboard': 6, '/memory-blocks': 12 };

async function buildScript(): Promise<string> {
  const outputDir = path.join(varDir, 'bench/plain');
  const sources = { root: repoRoot, inputs: ['bench'] };
  const base = webpackBase({ packageDir, sources, version: 'plain', outputDir, mode: 'production' }, 'plain');
  await compile([
    {
      ...base,
      entry: path.join(packageDir, 'pages/plain/app.tsx'),
      output: { ...base.output, filename: 'app.js' },
    },
  ]);
  return readFileSync(path.join(outputDir, 'app.js'), 'utf8').replaceAll('</script', '<\\/script');
}

const page = (script: string, list: string, limit: number) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Memories</title>
<style>body{font:15px/1.4 system-ui;margin:16px}nav{display:flex;gap:16px}main{max-width:960px}article{border:1px solid #ccc;border-radius:8px;margin:12px 0;padding:8px 16px}h2{font-size:16px}</style>
<script>var plain={list:${JSON.stringify(list)}};plain.first=fetch(plain.list+'&limit=${limit}')</script>
<div id="root"></div><script>${script}</script></html>`;

function forward(incoming: IncomingMessage, outgoing: ServerResponse, target: string): void {
  const { method, headers } = incoming;
  const sent = request(target + incoming.url, { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  sent.on('error', (error) => outgoing.destroy(error));
  incoming.pipe(sent);
}

export interface PlainRival {
  origin: string;
  stop(): void;
}

/**
 * @param gateway origin of the dashboard's gateway, which answers API calls.
 * @param scope the workspace, as query parameters.
 */
export async function servePlainRival(gateway: string, scope: string): Promise<PlainRival> {
  const script = await buildScript();
  const list = `/api/memory-blocks/?${scope}&sort_by=created_at&sort_order=desc&skip=0`;
  const pages = new Map(
    Object.entries(LIMITS).map(([at, limit]) => [at, brotliCompressSync(page(script, list, limit))]),
  );
  const server = createServer((incoming, outgoing) => {
    const html = pages.get(incoming.url ?? '');
    if (!html) return forward(incoming, outgoing, gateway);
    outgoing.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
