/** How the feedback on the memories is distributed. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { FEEDBACK_HEIGHT } from '../../model/chartHeights';
import { ChartPanel } from './ChartPanel';
import { FEEDBACK_PARTS, ratedIn, type Feedback } from '../../model/feedbackParts';
import { FilterLink } from '../cards/FilterLink';
import { FigureTable } from './FigureTable';
import { shareText } from '../../model/countTexts';
import { FeedbackChart } from './lazyCharts';
import { NO_FEEDBACK } from './texts';

export function FeedbackDistribution({ feedback }: { feedback: Feedback }) {
  const whole = ratedIn(feedback);
  return (
    <ChartPanel
      title="Feedback distribution"
      note="Memories by their feedback score"
      empty={whole === 0 ? NO_FEEDBACK : undefined}
      chart={
        <FeedbackChart
          feedback={feedback}
          label="Bar chart: memories with high, medium and low feedback. The table shows the numbers."
        />
      }
      height={FEEDBACK_HEIGHT}
      table={
        <FigureTable
          label="Feedback distribution"
          columns={['Feedback', 'Memories', 'Share']}
          rows={FEEDBACK_PARTS.map(({ key, label }) => ({
            key,
            cells: [
              <FilterLink key={key} by="feedback" value={key}>
                {label}
              </FilterLink>,
              formatNumber(feedback[key]),
              shareText(feedback[key], whole),
            ],
          }))}
        />
      }
    />
  );
}
