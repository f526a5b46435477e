/** Opens the list of the memories that a bar of a chart counts. The table beside the chart has the same as links. */
import { useNavigate } from '@hindsight/shared-contracts/router';
import { memoriesPath } from '../../model/blockAddress';

export function useShowMemories() {
  const navigate = useNavigate();
  return (filters: Readonly<Record<string, string>>) => void navigate(memoriesPath(filters));
}
