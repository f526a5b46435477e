/** What the host asks of the memory list's views. The keys are those of the list, which changes the answers. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';

/** The saved views of the person and of the active organization. */
export const useSavedViews = (enabled: boolean) =>
  useScopedQuery({
    key: ['saved-views', 'all'],
    load: (api, signal) => api.call('GET /saved-views/', { signal }),
    enabled,
  });

/** When the person was here before. */
export const useLastVisit = (enabled: boolean) =>
  useScopedQuery({
    key: ['last-visit'],
    load: (api, signal) => api.call('POST /visits/', { body: {}, signal }),
    enabled,
  });
