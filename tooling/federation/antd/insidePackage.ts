/** Where a module is inside its package. */

/** The path below the package `name`; undefined for a file of another package. */
export function insidePackage(file: string, name: string): string | undefined {
  return file.replaceAll('\\', '/').split(`/node_modules/${name}/`)[1];
}
