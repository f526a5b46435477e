/** Shared parts of most pages. webpack prefetches these files as soon as this module has loaded. */
export const commonParts = {
  dialog: () => import(/* webpackPrefetch: true */ '@hindsight/shared-ui/dialog'),
  form: () => import(/* webpackPrefetch: true */ '@hindsight/shared-ui/form'),
  markdown: () => import(/* webpackPrefetch: true */ '@hindsight/shared-ui/markdown'),
  review: () => import(/* webpackPrefetch: true */ '@hindsight/shared-ui/review'),
  table: () => import(/* webpackPrefetch: true */ '@hindsight/shared-ui/table'),
};
