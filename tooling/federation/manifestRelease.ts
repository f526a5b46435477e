/** Describes a build by another bundler with Module Federation's own plugin (Vite, Rspack), from the plugin's `mf-manifest.json`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { RELEASE_FILE } from '@hindsight/shared-contracts/registry';
import { z } from 'zod';
import { PARTS_LAYER } from '../styles/remoteStyles';
import { readDescriptor } from './readDescriptor';
import { computeIntegrity, type UnpublishedRelease } from './release';
import { sharedModules } from './sharedPolicy';

const MANIFEST_FILE = 'mf-manifest.json';

const Manifest = z.object({
  metaData: z.object({
    globalName: z.string(),
    remoteEntry: z.object({ name: z.string(), path: z.string(), type: z.string() }),
  }),
  exposes: z.array(z.object({ path: z.string() })),
  shared: z.array(
    z.object({
      name: z.string(),
      assets: z.object({ js: z.object({ sync: z.array(z.string()), async: z.array(z.string()) }) }),
    }),
  ),
});

type Manifest = z.infer<typeof Manifest>;

function readManifest(outputDir: string): Manifest {
  const file = path.join(outputDir, MANIFEST_FILE);
  try {
    return Manifest.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(
      `The build wrote no readable ${MANIFEST_FILE} to ${outputDir}. Give the federation plugin the options of @hindsight/remote-preset/federation. ${(error as Error).message}`,
      { cause: error },
    );
  }
}

/** Matches React's own source, but no code that only uses React. */
const REACT = /__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE\s*=[^=]/;

const listFiles = (outputDir: string, extension: string) =>
  readdirSync(outputDir, { recursive: true })
    .map((name) => path.join(outputDir, String(name)))
    .filter((file) => file.endsWith(extension));

/** Plugin misconfigurations, as sentences. Rspack lists only the shared modules in use, Vite all of them. */
function findProblems(
  { metaData, exposes, shared }: Manifest,
  container: string,
  outputDir: string,
): string[] {
  return [
    ...(exposes.some((one) => one.path === './remote') ? [] : ['It exposes no "./remote".']),
    ...(metaData.globalName === container
      ? []
      : [`Its name is ${metaData.globalName}, not ${container}, so two versions could not run in one page.`]),
    ...(shared.some(({ name }) => sharedModules.includes(name))
      ? []
      : ['It shares nothing, so the page would load React and the shared packages twice.']),
    ...(listFiles(outputDir, '.js').some((file) => REACT.test(readFileSync(file, 'utf8')))
      ? ['It bundles react, which the host provides.']
      : []),
    ...shared
      .filter(
        ({ name, assets: { js } }) => sharedModules.includes(name) && js.sync.length + js.async.length > 0,
      )
      .map(({ name }) => `It bundles ${name}, which the host provides.`),
  ];
}

/** Puts the style sheets in the remotes' layer, below the host's own rules. */
function putIntoLayer(outputDir: string): void {
  const layer = `@layer ${PARTS_LAYER}{`;
  for (const file of listFiles(outputDir, '.css')) {
    const sheet = readFileSync(file, 'utf8');
    if (!sheet.startsWith(layer)) writeFileSync(file, `${layer}${sheet}}`);
  }
}

/**
 * Writes `release.json` next to the build's files.
 * @throws Error with one sentence per plugin misconfiguration.
 */
export function releaseOfManifest({
  version,
  container,
  packageDir,
  outputDir,
}: Record<'version' | 'container' | 'packageDir' | 'outputDir', string>): void {
  const manifest = readManifest(outputDir);
  const problems = findProblems(manifest, container, outputDir);
  if (problems.length > 0) throw new Error(`${MANIFEST_FILE} is wrong. ${problems.join(' ')}`);
  putIntoLayer(outputDir);
  const { name, path: folder, type } = manifest.metaData.remoteEntry;
  const { descriptor } = readDescriptor(packageDir);
  const release: UnpublishedRelease = {
    version,
    entry: path.posix.join(folder, name),
    ...(type === 'module' && { type }),
    container,
    // The entry already contains everything its pages need.
    parts: Object.fromEntries(
      [...descriptor.routes.map((route) => route.path), ...descriptor.slots].map((part) => [part, []]),
    ),
    integrity: computeIntegrity(outputDir),
    builtAt: new Date().toISOString(),
    descriptor,
  };
  writeFileSync(path.join(outputDir, RELEASE_FILE), JSON.stringify(release, null, 2));
}
