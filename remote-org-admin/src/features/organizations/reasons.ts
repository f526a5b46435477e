/** The reason why a change of a member failed, in words. */
import { ApiError } from '@hindsight/shared-contracts/api/client';
import { reasonOf } from '@hindsight/shared-contracts/rules';
import { memberTexts } from './texts';

/** A missing member was there when the page was rendered. */
export const memberReasonOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 404 ? memberTexts.alreadyRemoved : reasonOf(error);
