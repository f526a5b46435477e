/** The rule by which a canary is stopped or goes on. */
import { failingShare, type ReleaseFigures } from './figures';

/** So much larger than the stable version's may the share of failing people be. */
const MAX_SHARE_ABOVE_STABLE = 0.05;
/** The largest contentful paint may be slower by this factor, and by so many milliseconds, before it counts. */
const MAX_LCP_FACTOR = 1.25;
const MIN_LCP_DIFFERENCE_MS = 200;

export interface Verdict {
  kind: 'wait' | 'good' | 'bad';
  /** In a sentence, for the record. */
  reason: string;
}

const percent = (figures: ReleaseFigures) => `${Math.round(failingShare(figures) * 100)} %`;

const failingText = (figures: ReleaseFigures) =>
  `failed for ${figures.failing} of ${figures.people} people (${percent(figures)})`;

/** Whether a release fails for so many more people than another that it is neither by chance nor one person's or address's word. */
export const failsMore = (tried: ReleaseFigures, usual: ReleaseFigures): boolean =>
  tried.surelyFailing > failingShare(usual) + MAX_SHARE_ABOVE_STABLE;

/**
 * @param canary figures since the step began.
 * @param stable figures of the version that it would replace; without people it never failed.
 * @param minPeople people without whom nothing is judged.
 */
export function judgeRelease(canary: ReleaseFigures, stable: ReleaseFigures, minPeople: number): Verdict {
  if (canary.people < minPeople)
    return { kind: 'wait', reason: `${canary.people} of ${minPeople} people have reported.` };
  const compared = `${canary.version} ${failingText(canary)}; ${stable.version} ${failingText(stable)}.`;
  if (failsMore(canary, stable)) return { kind: 'bad', reason: compared };
  const [slow, usual] = [canary.lcp, stable.lcp];
  const isKnown = slow && usual && Math.min(slow.people, usual.people) >= minPeople;
  if (isKnown && slow.p75 > usual.p75 * MAX_LCP_FACTOR && slow.p75 - usual.p75 > MIN_LCP_DIFFERENCE_MS)
    return {
      kind: 'bad',
      reason: `The largest contentful paint of ${canary.version} takes ${Math.round(slow.p75)} ms, that of ${stable.version} ${Math.round(usual.p75)} ms (75th percentile).`,
    };
  return { kind: 'good', reason: compared };
}
