/** The rule that stops or continues a canary. */
import { failingShare, type ReleaseFigures } from './figures';

/** Tolerance: how far the share of failing people may exceed the stable version's. */
const MAX_SHARE_ABOVE_STABLE = 0.05;
/** A slower largest contentful paint counts only when it exceeds both this factor and this many milliseconds. */
const MAX_LCP_FACTOR = 1.25;
const MIN_LCP_DIFFERENCE_MS = 200;

export interface Verdict {
  kind: 'wait' | 'good' | 'bad';
  /** Sentence for the audit log. */
  reason: string;
}

const percent = (figures: ReleaseFigures) => `${Math.round(failingShare(figures) * 100)} %`;

const failingText = (figures: ReleaseFigures) =>
  `failed for ${figures.failing} of ${figures.people} people (${percent(figures)})`;

/** Whether a release fails for significantly more people than another, not by chance or because of a single person or address. */
export const failsMore = (tried: ReleaseFigures, usual: ReleaseFigures): boolean =>
  tried.surelyFailing > failingShare(usual) + MAX_SHARE_ABOVE_STABLE;

/**
 * @param canary figures since the start of the step.
 * @param stable figures of the version to be replaced; without people, it counts as never failing.
 * @param minPeople number of people required for a verdict.
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
