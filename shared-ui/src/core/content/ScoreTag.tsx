/** A feedback score with its color and rating. */
import { FAIR_SCORE, GOOD_SCORE, scoreTone } from './scoreTone';
import { Tag } from './Tag';

const NO_FEEDBACK = 'No feedback yet.';
const MEANING = `Feedback from agents and people, 0 to 100: high from ${GOOD_SCORE}, medium from ${FAIR_SCORE}.`;

/** `82/100 High`; `Not rated` without a score. */
export function ScoreTag({ score }: { score: number | null | undefined }) {
  if (score === null || score === undefined) return <Tag title={NO_FEEDBACK}>Not rated</Tag>;
  const { tone, word } = scoreTone(score);
  return (
    <Tag tone={tone} title={MEANING}>
      {score}/100 {word}
    </Tag>
  );
}
