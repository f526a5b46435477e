/** Makes `dist/`: what the images copy and what a native run starts. Programs in one file each, nginx's templates, the page's policy. */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { contentSecurityPolicy } from '../tooling/local-stack/gateway/security';
import { answersTemplate, innerAnswersTemplate } from './nginxAnswers';
import { requestHeadersTemplate } from './nginxHeaders';
import { POLICY_VARIABLES } from './policyVariables';

const [REMOTES, CALLS] = POLICY_VARIABLES;
const pkg = path.dirname(fileURLToPath(import.meta.url));

/**
 * The policy as nginx sends it. It is the gateway's own: one function makes both, so that they cannot drift apart.
 * @returns a template; the origins are put in when nginx starts.
 */
export function policyTemplate(): string {
  const policy = contentSecurityPolicy({
    remoteOrigins: [`\${${REMOTES}}`],
    connectOrigins: [`\${${CALLS}}`],
  });
  return `add_header Content-Security-Policy "${policy}" always;\n`;
}

/** @param dist folder that is deleted and written again. */
export async function buildProduction(dist = path.join(pkg, 'dist')): Promise<string> {
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  const shared = [['nginx.conf.template'], ['files.conf.template']] as const;
  for (const kind of ['host', 'remote']) {
    const folder = path.join(dist, 'nginx', kind);
    await cp(path.join(pkg, 'nginx', kind), folder, { recursive: true });
    for (const [name] of shared) await cp(path.join(pkg, 'nginx', name), path.join(folder, name));
  }
  const generated = {
    'policy.conf.template': policyTemplate(),
    'answers.conf.template': answersTemplate(),
    'inner-answers.conf.template': innerAnswersTemplate(),
    'request-headers.conf.template': requestHeadersTemplate(),
  };
  for (const [name, text] of Object.entries(generated))
    await writeFile(path.join(dist, 'nginx/host', name), text);
  await build({
    absWorkingDir: pkg,
    entryPoints: { pages: 'pages/main.ts' },
    outdir: dist,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: ['fastify', '@fastify/*'],
    logLevel: 'warning',
  });
  return dist;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildProduction();
