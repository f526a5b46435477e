/**
 * `ai-ops`, `1.1.0-3f2a91c0` → `remote_ai_ops_1_1_0_3f2a91c0`: name of the container's global, of the container in the federation runtime,
 * and of its chunk table. The version keeps two releases of one remote apart on one page.
 */
export function containerName(remote: string, version: string): string {
  return `remote_${remote}_${version}`.replace(/\W/g, '_');
}
