/** Form for the change that a bulk edit makes. */
import { useMemo } from 'react';
import { MAX_EDITED_KEYWORDS } from '@hindsight/shared-contracts/rules';
import { useShell } from '@hindsight/shared-contracts/shell';
import { MultiSelect, RadioGroup, SelectInput, TextInput } from '@hindsight/shared-ui/form';
import { useKeywords } from '../../api/keywords';
import type { EditDraft } from '../../model/bulkEdit';
import { JUDGMENTS } from '../../model/judgments';
import { KEYWORDS_FAILED } from '../memoryBlock/texts';
import { KINDS } from './texts';

interface BulkEditFormProps {
  draft: EditDraft;
  onChange(draft: Partial<EditDraft>): void;
}

function KeywordFields({ draft, onChange }: BulkEditFormProps) {
  const keywords = useKeywords();
  const options = useMemo(
    () => (keywords.data ?? []).map(({ text }) => ({ value: text, label: text })),
    [keywords.data],
  );
  const shared = {
    options,
    max: MAX_EDITED_KEYWORDS,
    loading: keywords.isPending,
    hint: keywords.isError ? KEYWORDS_FAILED : undefined,
  };
  return (
    <>
      <MultiSelect
        {...shared}
        label="Add keywords"
        value={draft.add}
        allowNew
        onChange={(add) => onChange({ add })}
      />
      <MultiSelect
        {...shared}
        label="Remove keywords"
        value={draft.remove}
        onChange={(remove) => onChange({ remove })}
      />
    </>
  );
}

function WorkspaceField({ draft, onChange }: BulkEditFormProps) {
  const { session, scope } = useShell();
  const options = [
    { value: 'personal', label: 'Personal' },
    ...(session.user?.memberships ?? []).map(({ organization_id, organization_name, can_write }) => ({
      value: organization_id,
      label: can_write ? organization_name : `${organization_name} (you can only read)`,
      disabled: !can_write,
    })),
  ].filter(({ value }) => value !== (scope.organizationId ?? scope.scope));
  return (
    <SelectInput
      label="Move to"
      value={draft.workspace}
      options={options}
      placeholder="Choose a workspace"
      onChange={(workspace) => onChange({ workspace })}
    />
  );
}

/** Allows one kind of change per edit, so each has a single preview and undo. */
export function BulkEditForm({ draft, onChange }: BulkEditFormProps) {
  const { kind } = draft;
  return (
    <>
      <RadioGroup
        label="Change"
        inline
        value={kind}
        options={KINDS}
        onChange={(next) => onChange({ kind: next })}
      />
      {kind === 'keywords' && <KeywordFields draft={draft} onChange={onChange} />}
      {kind === 'workspace' && <WorkspaceField draft={draft} onChange={onChange} />}
      {kind === 'feedback' && (
        <>
          <RadioGroup
            label="Feedback"
            inline
            value={draft.judgment}
            options={JUDGMENTS.map(({ kind: value, label }) => ({ value, label }))}
            onChange={(judgment) => onChange({ judgment })}
          />
          <TextInput
            label="Reason (optional)"
            value={draft.reason}
            onChange={(reason) => onChange({ reason })}
          />
        </>
      )}
    </>
  );
}
