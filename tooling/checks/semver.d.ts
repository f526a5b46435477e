/** The one function that we use of a package that comes without types. */
declare module 'semver' {
  export function satisfies(
    version: string,
    range: string,
    options?: { includePrerelease?: boolean },
  ): boolean;
}
