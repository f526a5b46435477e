/** Editable texts of a proposal. */
import { TextArea } from '@hindsight/shared-ui/form';
import { reviewTexts } from './texts';

export interface TextFieldsProps {
  texts: { content: string; lesson: string };
  /** Validation error of the content. */
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
