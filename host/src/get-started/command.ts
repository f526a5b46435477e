/** The command that this dashboard serves. */
import { useQuery } from '@hindsight/shared-contracts/query';
import { useShell } from '@hindsight/shared-contracts/shell';

/** Null in front of a service that does not offer it, and until that is known. */
export function useServedCommand() {
  const { api } = useShell();
  const { data } = useQuery({
    queryKey: ['account', 'mcp-server'],
    queryFn: async ({ signal }) => {
      const { mcp_server: command, capabilities } = await api.call('GET /build-info', {
        signal,
        scope: false,
      });
      if (!command) return null;
      return { ...command, connects: capabilities?.includes('tokens.device-grant') === true };
    },
  });
  return data ?? null;
}
