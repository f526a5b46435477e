/** A time that a question names in words: "last week", "in March", "since May 3". */
export interface NamedTime {
  from: Date;
  to: Date;
  /** The question without words that only express the distance to today. */
  rest: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const OPEN_END = /\b(?:since|after)\s*$/i;
const OPEN_BEGINNING = /\b(?:before|until)\s*$/i;

const utc = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day));

/**
 * The past time that a question names. "Two weeks ago" is approximate: half that distance before and after counts too. A time of day is
 * part of what a memory says, not when it was recorded.
 */
export async function namedTime(question: string, now: Date): Promise<NamedTime | undefined> {
  const { casual } = await import('chrono-node/en');
  const found = casual.parse(question, now).find(({ start }) => {
    const isNamed = (['day', 'weekday', 'month', 'year'] as const).some((unit) => start.isCertain(unit));
    return isNamed && !start.isCertain('hour') && start.date() <= now;
  });
  if (!found) return undefined;
  const { start, end, index, text } = found;
  const [year, month, day] = (['year', 'month', 'day'] as const).map((unit) => start.get(unit)!) as [
    number,
    number,
    number,
  ];
  const isDay = start.isCertain('day') || start.isCertain('weekday');
  const isMonth = start.isCertain('month');
  const isRelative = [...start.tags()].some((tag) => /relativeDate|casualReference/.test(tag));
  const before = question.slice(0, index);
  const span = isDay
    ? [utc(year, month, day), end ? end.date() : utc(year, month, day + 1)]
    : isMonth
      ? [utc(year, month, 1), utc(year, month + 1, 1)]
      : [utc(year, 1, 1), utc(year + 1, 1, 1)];
  let [from, to] = span as [Date, Date];
  const about = isDay && isRelative ? (now.getTime() - to.getTime()) / 2 : 0;
  if (OPEN_END.test(before) || /^past\b/i.test(text)) to = now;
  else if (OPEN_BEGINNING.test(before)) [from, to] = [new Date(0), from];
  else if (about > DAY_MS) [from, to] = [new Date(from.getTime() - about), new Date(to.getTime() + about)];
  return { from, to, rest: isRelative ? `${before}${question.slice(index + text.length)}`.trim() : question };
}
