/** How the feedback on the memories is distributed. */
import { formatNumber } from '@hindsight/shared-contracts/rules';
import { memoriesPath } from '../../model/blockAddress';
import { BarRows } from './charts/BarRows';
import { ChartPanel } from './ChartPanel';
import { FEEDBACK_PARTS, ratedIn, type Feedback } from '../../model/feedbackParts';
import { FilterLink } from '../cards/FilterLink';
import { FigureTable } from './FigureTable';
import { memoriesText, shareText } from '../../model/countTexts';
import { NO_FEEDBACK } from './texts';

export function FeedbackDistribution({ feedback }: { feedback: Feedback }) {
  const whole = ratedIn(feedback);
  return (
    <ChartPanel
      title="Feedback distribution"
      note="Memories by feedback score"
      empty={whole === 0 ? NO_FEEDBACK : undefined}
      chart={
        <BarRows
          label="Memories with high, medium and low feedback"
          rows={FEEDBACK_PARTS.map(({ key, label: name, color }) => ({
            key,
            name,
            count: feedback[key],
            figure: `${formatNumber(feedback[key])} (${shareText(feedback[key], whole)})`,
            color,
            to: memoriesPath({ feedback: key }),
            hint: memoriesText(feedback[key]),
          }))}
        />
      }
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
