/** `ai-ops` → `remote_ai_ops`: the container's global and its name for the federation runtime. */
export function containerName(remote: string): string {
  return `remote_${remote.replace(/-/g, '_')}`;
}
