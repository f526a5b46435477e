/** Runs nginx on the very files of the images: the templates are filled in as the image's entry point does it. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Program, startProgram } from '../../tooling/local-stack/program';
import { answers, untilReady } from './untilReady';

/** The templates of the images of remotes. */
export const NGINX_TEMPLATES = fileURLToPath(new URL('../nginx/', import.meta.url));

/** `${NAME}` for each name that is given; nginx's own `$variables` have no braces and stay. */
export function fillIn(template: string, values: Record<string, string>): string {
  return template.replace(/\$\{([A-Z_]+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** @throws Error that names what a template asks for and nobody gave. */
function renderTemplates(from: string, to: string, values: Record<string, string>): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const text = fillIn(readFileSync(path.join(from, name), 'utf8'), values);
    const left = /\$\{([A-Z_]+)\}/.exec(text);
    if (left) throw new Error(`${name} asks for ${left[1]}, which has no value.`);
    writeFileSync(path.join(to, name.replace(/\.template$/, '')), text);
  }
}

interface NginxOptions {
  binary: string;
  name: string;
  /** Folder of templates, as in the image. */
  templates: string;
  /** Folder that it runs in; made here. */
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
  // In the image nginx is no root and reads everything; natively root's checkout may be closed to others.
  const account = process.getuid?.() === 0 ? ' user root;' : '';
  const program = startProgram(name, binary, [
    ...['-p', `${folder}/`, '-c', path.join(folder, 'nginx.conf'), '-g', `daemon off;${account}`],
  ]);
  await untilReady(program, answers(`http://127.0.0.1:${port}/healthz`));
  return program;
}
