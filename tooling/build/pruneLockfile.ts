/** The lockfile's part about some packages of the workspace, so that a new remote does not change the builds of all the others. */

const PACKAGES = 'importers:';

/**
 * The lockfile without the entries of other packages of the workspace. What was resolved stays whole.
 * @param packages folders of packages; the root's own entry is always kept.
 */
export function pruneLockfile(text: string, packages: readonly string[]): string {
  const kept = new Set(['.', ...packages]);
  let inPackages = false;
  let keeps = true;
  return text
    .split('\n')
    .filter((line) => {
      if (/^\S/.test(line)) [inPackages, keeps] = [line === PACKAGES, true];
      const entry = inPackages && /^ {2}'?([^\s']+)'?:$/.exec(line);
      if (entry) keeps = kept.has(entry[1] ?? '');
      return keeps;
    })
    .join('\n');
}
