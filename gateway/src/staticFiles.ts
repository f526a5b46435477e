/** Serves a folder of immutable build output: correct type, pre-compressed variant, never a fallback page. */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * Answers GET and HEAD below `prefix` with files of `root`; a missing file goes to the app's not-found handler.
 * @param prefix with a slash at both ends.
 * @param headers sent with every file.
 */
export async function addFiles(
  app: FastifyInstance,
  root: string,
  prefix: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    redirect: false,
    // Dot files are build records; a path outside the folder is not found, instead of forbidden.
    dotfiles: 'ignore',
    allowedPath: (pathName) => !pathName.endsWith('/') && !pathName.split(/[/\\]/).includes('..'),
    decorateReply: false,
    setHeaders(response) {
      const all = { 'X-Content-Type-Options': 'nosniff', Vary: 'Accept-Encoding', ...headers };
      for (const [name, value] of Object.entries(all)) response.setHeader(name, value);
    },
  });
}
