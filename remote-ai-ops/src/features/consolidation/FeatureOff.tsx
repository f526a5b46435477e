/** Replaces the consolidation pages while the feature is off. */
import { EmptyState } from '@hindsight/shared-ui/core';
import { consolidationTexts } from './texts';

export const CONSOLIDATION_OFF = <EmptyState kind="feature-off" {...consolidationTexts.off} />;
