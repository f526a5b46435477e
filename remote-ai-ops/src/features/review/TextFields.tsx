/** The texts of a proposal while a person edits them. */
import { TextArea } from '@hindsight/shared-ui/form';
import { reviewTexts } from './texts';

export interface TextFieldsProps {
  texts: { content: string; lesson: string };
  /** Why the content cannot be stored. */
  contentError?: string | undefined;
  onChange(part: Partial<TextFieldsProps['texts']>): void;
}

export function TextFields({ texts, contentError, onChange }: TextFieldsProps) {
  return (
    <>
      <TextArea
        label={reviewTexts.content}
        value={texts.content}
        error={contentError}
        onChange={(content) => onChange({ content })}
      />
      <TextArea label={reviewTexts.lesson} value={texts.lesson} onChange={(lesson) => onChange({ lesson })} />
    </>
  );
}
