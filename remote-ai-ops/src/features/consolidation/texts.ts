/** Texts of the consolidation pages. Those of decisions and failures are given by the specification. */
import { formatNumber } from '@hindsight/shared-contracts/rules';

const suggestions = (count: number) => (count === 1 ? '1 suggestion' : `${formatNumber(count)} suggestions`);

export const SUGGESTION = { one: 'suggestion', many: 'suggestions' };

const UNSAVED = 'your changes to the merged text';

export const consolidationTexts = {
  off: {
    title: 'Feature coming soon',
    description: 'Consolidation is not enabled on this service yet.',
  },
  trigger: 'Trigger Consolidation',
  back: 'Back to List',
  detailTitle: 'Consolidation Detail',
  dialogTitle: 'Consolidation suggestion',
  openAsPage: 'Open as a page',
  loading: 'Loading consolidation suggestions',
  search: 'Search suggestions',
  suggestedDays: 'Suggested',
  originalCount: (count: number) =>
    count === 1 ? '1 original memory' : `${formatNumber(count)} original memories`,
  reason: (memories: string) => `${memories} are nearly the same.`,
  originalsFailed: 'Failed to load the original memories',
  lessonKept: 'The originals’ lessons are combined and kept instead.',
  originalsGone: 'Some of the original memories were deleted or archived, so they cannot be merged.',
  loadFailed: 'Failed to load consolidation suggestions. Please check if the backend server is running...',
  oneFailed: 'Failed to load the suggestion',
  edit: {
    start: 'Edit text',
    done: 'Done',
    unsaved: UNSAVED,
    discard: {
      title: 'Discard your changes?',
      message: `You’ll lose ${UNSAVED}.`,
      confirmLabel: 'Discard',
      cancelLabel: 'Keep editing',
      danger: true,
    },
  },
  rejected: 'Rejected. You’ll see this group again only if one of its memories changes.',
  missing: 'This suggestion no longer exists.',
  noAccess: {
    title: 'You don’t have access to this workspace’s suggestions',
    description:
      'An owner or admin of the organization can give you access. Until then, switch to another workspace.',
  },
  noAccessOne: 'You don’t have access to this suggestion',
  none: {
    title: 'No consolidation suggestions yet',
    description:
      'When memories in this workspace are nearly the same, suggestions to merge them appear here.',
  },
  noneOfStatus: (status: string) => ({
    title: `No ${status.toLowerCase()} suggestions`,
    description: 'No suggestions in this workspace have this status.',
    action: 'Show all',
  }),
  noMatch: {
    title: 'No suggestions match',
    description: 'No suggestions in this workspace match the filters.',
    action: 'Clear all',
  },
  signIn: {
    trigger: 'Sign in to trigger consolidation.',
    decide: 'Sign in to resolve suggestions.',
    delete: 'Sign in to delete suggestions.',
  },
  deletion: {
    title: (count: number) => `Delete ${suggestions(count)}?`,
    message: (count: number) =>
      `Are you sure you want to delete ${suggestions(count)}? The memories stay as they are; a group whose rejection is deleted may be suggested again. This action cannot be undone.`,
    done: (count: number) => `Deleted ${suggestions(count)}.`,
    failed: (count: number, reason: string) => `Failed to delete ${suggestions(count)}: ${reason}`,
    selected: (count: number) => `Delete selected (${count})`,
  },
};

export const DECISION_TEXTS = {
  validate: { done: 'Suggestion validated successfully', failed: 'Failed to validate suggestion' },
  reject: {
    done: 'Suggestion rejected successfully. You’ll see this group again only if one of its memories changes.',
    failed: 'Failed to reject suggestion',
  },
  undo: { done: 'The suggestion is pending again', failed: 'Failed to undo the decision' },
} as const;
