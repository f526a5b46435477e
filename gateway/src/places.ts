/** Places of the dashboard with a separate document: one per route, and one for all addresses without a route. */
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import {
  type FrameProgram,
  findOwner,
  type Registry,
  remoteRoutes,
  routeSpecificity,
} from '@hindsight/shared-contracts/registry';

/** File in the host's build that holds its frame program. */
export const FRAME_FILE = 'frame.cjs';

/** Placeholder for the frame in the template; a development build has neither. */
export const FRAME_PLACE = '<!--FRAME-->';

/** @param text content of `FRAME_FILE`. */
export function readFrameProgram(text: string): FrameProgram {
  const module = { exports: {} as { frameProgram: FrameProgram } };
  const run = compileFunction(text, ['module', 'exports', 'require']);
  run(module, module.exports, createRequire(import.meta.url));
  return module.exports.frameProgram;
}

/** Frame of one place; null without a registry or a program that matches the template. */
export interface Frame {
  title: string;
  html: string;
}

/** Renders frames with the program, if it belongs to the same build as the template. */
export function createFrameRenderer(
  template: string,
  program: FrameProgram | null,
  registry: Registry | null,
  config: unknown,
): (pathname: string) => Frame | null {
  if (!program || !registry || !template.includes(`/assets/${program.version}/`)) return () => null;
  return (pathname) => program.render({ registry, config, pathname });
}

/** Represents all addresses without a route. */
const ELSEWHERE = '/ /';

const splitSegments = (route: string) => route.split('/').filter((part) => part && part !== '*');

const exampleFor = (route: string) =>
  `/${splitSegments(route)
    .map((part) => part.replace(/^:/, ''))
    .join('/')}`;

/** Routes of all remotes and the host, most specific first; the first match owns an address. */
export function listRoutes(registry: Registry, program: FrameProgram | null): string[] {
  const routes = remoteRoutes(registry).map(({ route }) => route.path);
  return [...routes, ...(program?.paths ?? [])].sort(
    (left, right) => routeSpecificity(right) - routeSpecificity(left),
  );
}

/** Returns the address that represents all addresses with the same document. */
export function matchPlace(routes: readonly string[], pathname: string): string {
  const route = findOwner(routes, (path) => path, pathname);
  return route === null ? ELSEWHERE : exampleFor(route);
}
