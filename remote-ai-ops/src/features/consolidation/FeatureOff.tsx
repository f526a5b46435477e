/** What stands in place of consolidation where the feature is off. */
import { EmptyState } from '@hindsight/shared-ui/core';

/** The sentence is the specification's. */
export const CONSOLIDATION_OFF = (
  <EmptyState
    kind="feature-off"
    title="Feature coming soon"
    description="Consolidation is not switched on for this service yet."
  />
);
