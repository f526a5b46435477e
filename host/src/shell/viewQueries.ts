/** Queries for the memory list's views. They share their keys with the list, which changes the data. */
import { useScopedQuery } from '@hindsight/shared-contracts/query';

/** Saved views of the user and of the active organization. */
export const useSavedViews = (enabled: boolean) =>
  useScopedQuery({
    key: ['saved-views', 'all'],
    load: (api, signal) => api.call('GET /saved-views/', { signal }),
    enabled,
  });

/** Time of the user's previous visit. */
export const useLastVisit = (enabled: boolean) =>
  useScopedQuery({
    key: ['last-visit'],
    load: (api, signal) => api.call('POST /visits/', { body: {}, signal }),
    enabled,
  });
