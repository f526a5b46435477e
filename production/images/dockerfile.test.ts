/** Checks the Dockerfile with a linter and against the requirements for every image of ours. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { validate } from 'dockerfile-utils';
import { listBundled, listPackages, parseListed } from './bill';

const text = readFileSync(path.join(__dirname, 'Dockerfile'), 'utf8');

/** Instructions by stage; a trailing backslash continues a line. */
const stages = text
  .replace(/\\\n\s*/g, '')
  .split(/^(?=FROM )/m)
  .slice(1)
  .map((stage) => {
    const [, base = '', name = ''] = /^FROM (\S+) AS (\S+)/.exec(stage) ?? [];
    return { name, base, stage };
  });
const named = (name: string) => stages.find((one) => one.name === name);

/** A stage preceded by the stages it is built from, base first. */
function whole(name: string): string {
  const own = named(name);
  return own ? whole(own.base) + own.stage : '';
}

const IMAGES = ['gateway', 'remote', 'memory-service'];

test('passes the linter', () => {
  expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
  expect(validate('FORM x\n')).not.toEqual([]);
});

test('builds every stage from an exact version or another stage', () => {
  for (const { base } of stages) expect(named(base) ?? base).toEqual(expect.anything());
  const foreign = stages.map(({ base }) => base).filter((base) => !named(base));
  for (const base of foreign) expect(base).toMatch(/^[\w./-]+:\d+\.\d+\.\d+-[\w-]+$/);
});

test.each(IMAGES)('%s runs without root, has a health check, and starts without a shell', (name) => {
  const stage = whole(name);
  const users = [...stage.matchAll(/^USER (\S+)$/gm)].map(([, user]) => user);
  expect(users.at(-1)).toMatch(/^(101:101|node)$/);
  expect(stage).toMatch(/^HEALTHCHECK .*CMD \["/m);
  expect(stage).toMatch(/^CMD \["/m);
});

test.each(IMAGES)('%s contains its bill of materials', (name) => {
  const copied = /^COPY --from=build \/workspace\/bills\/(\S+)\.cdx\.json \/\w+\/sbom\.cdx\.json$/m;
  const [, pkg = ''] = copied.exec(whole(name)) ?? [];
  const [, made = ''] = /bill\.ts bills (.*)$/m.exec(named('build')?.stage ?? '') ?? [];
  expect(made.replace('*', '${REMOTE}').split(' ')).toContain(pkg);
});

test('writes an empty bill for a package without dependencies', () => {
  expect(parseListed('No licenses in packages found\n')).toEqual({});
  expect(() => parseListed('ERR_PNPM')).toThrow(SyntaxError);
});

test('lists bundled packages in the bill, but no build tools', () => {
  const devDependencies = { '@hindsight/shared-contracts': '1', '@hindsight/tooling': '1', esbuild: '1' };
  expect(listBundled({ name: 'gateway', dependencies: undefined, devDependencies })).toEqual([
    'gateway',
    '@hindsight/shared-contracts',
  ]);
});

test('lists each version once, in a stable order', () => {
  const listed = {
    MIT: [{ name: 'b', versions: ['2.0.0', '1.0.0'] }],
    ISC: [{ name: '@a/a', versions: ['3.0.0'] }],
  };
  const { components } = JSON.parse(listPackages(listed)) as {
    components: { purl: string; licenses: unknown }[];
  };
  expect(components.map(({ purl }) => purl)).toEqual([
    'pkg:npm/%40a/a@3.0.0',
    'pkg:npm/b@1.0.0',
    'pkg:npm/b@2.0.0',
  ]);
  expect(components[0]?.licenses).toEqual([{ expression: 'ISC' }]);
});

test.each(IMAGES)('%s contains build results only, no sources', (name) => {
  expect(whole(name)).not.toMatch(/^COPY \. /m);
  expect(whole(name)).not.toMatch(/FROM sources/);
});
