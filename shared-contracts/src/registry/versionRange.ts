/**
 * The subset of semver ranges that the product writes: a single comparison with a plain `x.y.z` version. Host, remotes and federation's
 * negotiation of shared modules all use it.
 */

type Version = readonly [major: number, minor: number, patch: number];

const SHAPE = /^(\^|~|>=|<=|=)?v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:[-+].*)?$/;

function parse(text: string): { operator: string; version: Version } | null {
  const found = SHAPE.exec(text.trim());
  if (!found) return null;
  const [, operator = '=', major, minor = '0', patch = '0'] = found;
  return { operator, version: [Number(major), Number(minor), Number(patch)] };
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** Numbers up to and including the first nonzero one must match: `^1.2.3` allows 1.9.0, `^0.2.3` only 0.2.x. */
function sameLeft([major, minor, patch]: Version, wanted: Version): boolean {
  if (wanted[0] > 0) return major === wanted[0];
  if (wanted[1] > 0) return major === 0 && minor === wanted[1];
  return major === 0 && minor === 0 && patch === wanted[2];
}

/**
 * Whether a version satisfies a range.
 * @param version e.g. `1.4.0`; a build hash after it (`1.4.0-3f2a91c0`) is ignored.
 * @param range `^`, `~`, `>=`, `<=`, `=` or nothing before one version, or `*`. Returns false for anything else.
 */
export function satisfies(version: string, range: string): boolean {
  const given = parse(version)?.version;
  if (!given) return false;
  if (range.trim() === '*') return true;
  const wanted = parse(range);
  if (!wanted) return false;
  const difference = compare(given, wanted.version);
  switch (wanted.operator) {
    case '^':
      return difference >= 0 && sameLeft(given, wanted.version);
    case '~':
      return difference >= 0 && given[0] === wanted.version[0] && given[1] === wanted.version[1];
    case '>=':
      return difference >= 0;
    case '<=':
      return difference <= 0;
    default:
      return difference === 0;
  }
}
