/** A feedback score with its colour and its word. */
import { scoreTone } from './scoreTone';
import { Tag } from './Tag';

/** `82/100 High`; `Not rated` when there is no score. */
export function ScoreTag({ score }: { score: number | null | undefined }) {
  if (score === null || score === undefined) return <Tag>Not rated</Tag>;
  const { tone, word } = scoreTone(score);
  return (
    <Tag tone={tone}>
      {score}/100 {word}
    </Tag>
  );
}
