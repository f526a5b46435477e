/** Runs nginx on the images' own files; the templates are rendered like the image's entry point does it. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Program, startProgram } from '../../tooling/local-stack/program';
import { answers, untilReady } from './untilReady';

/** Templates of the remote images. */
export const NGINX_TEMPLATES = fileURLToPath(new URL('../nginx/', import.meta.url));

/** Replaces `${NAME}` for each given name; nginx's own `$variables` have no braces and stay. */
export function fillTemplate(template: string, values: Record<string, string>): string {
  return template.replace(/\$\{([A-Z_]+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** @throws Error that names the template variables without a value. */
function renderTemplates(from: string, to: string, values: Record<string, string>): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const text = fillTemplate(readFileSync(path.join(from, name), 'utf8'), values);
    const left = /\$\{([A-Z_]+)\}/.exec(text);
    if (left) throw new Error(`${name} asks for ${left[1]}, which has no value.`);
    writeFileSync(path.join(to, name.replace(/\.template$/, '')), text);
  }
}

interface NginxOptions {
  binary: string;
  name: string;
  /** Template folder, as in the image. */
  templates: string;
  /** Working folder; created here. */
  folder: string;
  port: number;
  values: Record<string, string>;
}

export async function startNginx(options: NginxOptions): Promise<Program> {
  const { binary, name, templates, folder, port, values } = options;
  renderTemplates(templates, folder, {
    LISTEN: `127.0.0.1:${port}`,
    NGINX_WORKERS: '1',
    ACCESS_LOG: path.join(folder, 'access.log'),
    RUN_DIR: folder,
    ...values,
  });
  // In the image nginx runs unprivileged and can read everything; natively, root's checkout may be closed to other users.
  const account = process.getuid?.() === 0 ? ' user root;' : '';
  const program = startProgram(name, binary, [
    ...['-p', `${folder}/`, '-c', path.join(folder, 'nginx.conf'), '-g', `daemon off;${account}`],
  ]);
  await untilReady(program, answers(`http://127.0.0.1:${port}/healthz`));
  return program;
}
