/** The charts, in a chunk of their own; the figures do not wait for it. */
import { lazyPage } from '@hindsight/shared-contracts/shell';

export const DailyChart = lazyPage(() =>
  import(/* webpackChunkName: "charts" */ './charts/DailyChart').then((module) => module.DailyChart),
);
export const AgentChart = lazyPage(() =>
  import(/* webpackChunkName: "charts" */ './charts/AgentChart').then((module) => module.AgentChart),
);
export const FeedbackChart = lazyPage(() =>
  import(/* webpackChunkName: "charts" */ './charts/FeedbackChart').then((module) => module.FeedbackChart),
);
export const ActivityChart = lazyPage(() =>
  import(/* webpackChunkName: "charts" */ './charts/ActivityChart').then((module) => module.ActivityChart),
);
