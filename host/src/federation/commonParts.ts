/** What most pages are made of. webpack has the browser prefetch these files once this one is there. */
export const commonParts = {
  dialog: () => import(/* webpackPrefetch: true */ '@hindsight/shared-ui/dialog'),
  form: () => import(/* webpackPrefetch: true */ '@hindsight/shared-ui/form'),
  markdown: () => import(/* webpackPrefetch: true */ '@hindsight/shared-ui/markdown'),
  review: () => import(/* webpackPrefetch: true */ '@hindsight/shared-ui/review'),
  table: () => import(/* webpackPrefetch: true */ '@hindsight/shared-ui/table'),
};
