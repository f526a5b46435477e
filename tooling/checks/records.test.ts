/** Records and guides stay true: each record has a status, and no text names a file that does not exist. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repoRoot } from '../local-stack/paths';

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: repoRoot,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && existsSync(path.join(repoRoot, file)));
const known = new Set(tracked.flatMap((file) => [file, ...listParents(file)]));
const topLevel = new Set(tracked.map((file) => file.split('/')[0]));
const documents = tracked.filter((file) => file.endsWith('.md') && !/CHANGELOG|^\.changeset\//.test(file));
const records = documents.filter((file) => /^docs\/adr\/\d{4}-/.test(file));

/** Files that builds, releases, installations or other programs write. */
const GENERATED =
  /^((release|registry|keys|mf-manifest|integrity|licences|statistics|config|(cline_)?mcp(_settings)?|claude_desktop_config)\.json|boot\.js|forge\.yaml|CHANGELOG\.md|NNNN-title\.md)$/;
const SOURCE = /\.(tsx?|mjs|cjs|js|css|json|sql|md|yaml|template)$/;

function listParents(file: string): string[] {
  const parts = file.split('/');
  return parts.map((_, index) => parts.slice(0, index).join('/')).filter(Boolean);
}

/** Files and folders that a text names in code spans: paths of the repository, and names with the ending of a source file. */
function namedIn(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/`([\w@.][\w@./-]*)`/g)]
    .map(([, name = '']) => name.replace(/^\.\//, '').replace(/\/$/, ''))
    .filter((name) => !name.startsWith('.') && !/(^|\/)(dist|var)(\/|$)/.test(name))
    .filter((name) => SOURCE.test(name) || (name.includes('/') && topLevel.has(name.split('/')[0])))
    .filter((name) => !GENERATED.test(path.posix.basename(name)));
}

/** A name counts as a path from the root, from the document, from a package's sources (an entry point), or as the end of a path (`domain/permissions`). */
function exists(name: string, document: string): boolean {
  const beside = path.posix.normalize(path.posix.join(path.posix.dirname(document), name));
  const entryPoint = name.replace('/', '/src/');
  if ([name, beside, entryPoint].some((one) => known.has(one))) return true;
  return tracked.some(
    (file) => file.endsWith(`/${name}`) || file.replace(/(\/index)?\.tsx?$/, '').endsWith(name),
  );
}

const linksIn = (text: string) =>
  [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));

it.each(documents)('%s names only files that exist', (document) => {
  const text = readFileSync(path.join(repoRoot, document), 'utf8');
  const missing = [
    ...namedIn(text).filter((name) => !exists(name, document)),
    ...linksIn(text).filter((target) => !existsSync(path.join(repoRoot, path.dirname(document), target))),
  ];
  expect(missing).toEqual([]);
});

it('gives each record a status, and a number of its own', () => {
  const numbers = records.map((file) => path.basename(file).slice(0, 4));
  const wrong = records.filter((file) => {
    const [title = '', , status = ''] = readFileSync(path.join(repoRoot, file), 'utf8').split('\n');
    const successor = /^Status: superseded by (\d{4})$/.exec(status)?.[1];
    const valid = status === 'Status: accepted' || (successor !== undefined && numbers.includes(successor));
    return !valid || !title.startsWith(`# ${path.basename(file).slice(0, 4)}`);
  });
  expect(wrong).toEqual([]);
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});

it('lists each record in the index', () => {
  const index = readFileSync(path.join(repoRoot, 'docs/adr/README.md'), 'utf8');
  expect(
    linksIn(index)
      .filter((target) => /^\d{4}-/.test(target))
      .sort(),
  ).toEqual(records.map((file) => path.basename(file)).sort());
});

it('finds a record for each one that code refers to', () => {
  const sources = tracked.filter((file) => /\.(tsx?|mjs|cjs|js|css|yaml|template)$/.test(file));
  const missing = sources.flatMap((file) =>
    [...readFileSync(path.join(repoRoot, file), 'utf8').matchAll(/docs\/adr\/[\w.-]+\.md/g)]
      .map(([name]) => name)
      .filter((name) => !known.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});
