/** The MCP command that this dashboard serves. */
import { useQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';

/** Null while loading and when the build does not include the command. */
export function useServedCommand() {
  const { api } = useShell();
  const { data } = useQuery({
    queryKey: ['account', 'mcp-server'],
    queryFn: async ({ signal }) => {
      return (await api.call('GET /build-info', { signal, scope: false })).mcp_server ?? null;
    },
  });
  return data ?? null;
}
