/** The places of the dashboard that get a document of their own: one for each route, and one for every address that no route owns. */
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import {
  type FrameProgram,
  findOwner,
  type Registry,
  remoteRoutes,
  routeSpecificity,
} from '@hindsight/shared-contracts/registry';

/** File of the host's build that holds its frame program. */
export const FRAME_FILE = 'frame.cjs';

/** Where the frame goes in the template; a build for development has no frame, and no place for it. */
export const FRAME_PLACE = '<!--FRAME-->';

/** @param text content of `FRAME_FILE`. */
export function readFrameProgram(text: string): FrameProgram {
  const module = { exports: {} as { frameProgram: FrameProgram } };
  const run = compileFunction(text, ['module', 'exports', 'require']);
  run(module, module.exports, createRequire(import.meta.url));
  return module.exports.frameProgram;
}

/** The frame of one place; null without a program that belongs to the template, or without a registry. */
export interface Frame {
  title: string;
  html: string;
}

/** Renders frames with the program, if it is of the build that the template loads. */
export function frameAt(
  template: string,
  program: FrameProgram | null,
  registry: Registry | null,
  config: unknown,
): (pathname: string) => Frame | null {
  if (!program || !registry || !template.includes(`/assets/${program.version}/`)) return () => null;
  return (pathname) => program.render({ registry, config, pathname });
}

/** An address that no route owns. */
const ELSEWHERE = '/ /';

const splitSegments = (route: string) => route.split('/').filter((part) => part && part !== '*');

const exampleFor = (route: string) =>
  `/${splitSegments(route)
    .map((part) => part.replace(/^:/, ''))
    .join('/')}`;

/** Routes of all remotes and of the host, the most specific first: of those that match an address, the first one owns it. */
export function listRoutes(registry: Registry, program: FrameProgram | null): string[] {
  const routes = remoteRoutes(registry).map(({ route }) => route.path);
  return [...routes, ...(program?.paths ?? [])].sort(
    (left, right) => routeSpecificity(right) - routeSpecificity(left),
  );
}

/** The address that represents all with the same document as this one. */
export function matchPlace(routes: readonly string[], pathname: string): string {
  const route = findOwner(routes, (path) => path, pathname);
  return route === null ? ELSEWHERE : exampleFor(route);
}
