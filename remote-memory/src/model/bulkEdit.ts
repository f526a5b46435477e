/** Form of a bulk edit and the change it describes. */
import type { BlockChange } from '@hindsight/shared-contracts/api';
import { PERSONAL_SCOPE, type ActiveScope } from '@hindsight/shared-contracts/events';
import { memoriesText } from './countTexts';
import { JUDGMENTS, type JudgmentKind } from './judgments';

export type EditKind = 'keywords' | 'feedback' | 'workspace' | 'archive';

/** State of the form; only the fields of its kind apply. */
export interface EditDraft {
  kind: EditKind;
  add: string[];
  remove: string[];
  judgment: JudgmentKind | null;
  reason: string;
  /** ID of an organization, or `personal`. */
  workspace: string | null;
}

export const EMPTY_DRAFT: EditDraft = {
  kind: 'keywords',
  add: [],
  remove: [],
  judgment: null,
  reason: '',
  workspace: null,
};

/** Scope of the selected workspace. */
export function toScope(workspace: string): ActiveScope {
  return workspace === 'personal' ? PERSONAL_SCOPE : { scope: 'organization', organizationId: workspace };
}

/** The change to apply to each memory; null while the form is incomplete. */
export function toChange(draft: EditDraft): BlockChange | null {
  const { kind, add, remove, workspace } = draft;
  switch (kind) {
    case 'keywords':
      return add.length + remove.length === 0 ? null : { kind, add, remove };
    case 'feedback': {
      const chosen = JUDGMENTS.find((one) => one.kind === draft.judgment)?.judgment;
      if (!chosen) return null;
      const reason = draft.reason.trim();
      return {
        kind,
        feedback_type: chosen.type,
        ...('problem' in chosen && { problem: chosen.problem }),
        ...(reason !== '' && { feedback_details: reason }),
      };
    }
    case 'workspace': {
      if (workspace === null) return null;
      const { scope, organizationId } = toScope(workspace);
      return { kind: 'move', visibility_scope: scope, organization_id: organizationId };
    }
    case 'archive':
      return { kind, archived: true };
  }
}

/** Summary of an edit, e.g. `Keywords of 800 memories changed`. */
export function doneText(change: BlockChange, count: number): string {
  const memories = memoriesText(count);
  if (change.kind === 'keywords') return `Keywords of ${memories} changed`;
  if (change.kind === 'move') return `${memories} moved`;
  if (change.kind === 'archive') return `${memories} archived`;
  const problem = change.kind === 'feedback' ? change.problem : null;
  return problem ? `${memories} marked ${problem}` : `${memories} marked right`;
}

/** Why memories stay unchanged. */
export const UNCHANGED_REASONS: Record<BlockChange['kind'], string> = {
  keywords: 'their keywords already match',
  feedback: 'they already have this mark',
  take_back: '',
  move: 'they are already there',
  archive: 'they are already archived',
};
