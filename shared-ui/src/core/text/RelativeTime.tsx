/** A time relative to now, with the exact local time on hover. */
import { hintOnHover } from './hintOnHover';
import { formatAbsoluteTime, formatRelativeAge, formatRelativeTime, formatTimeInSentence } from './timeWords';
import { useNow } from './useNow';

const WORDINGS = { age: formatRelativeAge, time: formatRelativeTime, sentence: formatTimeInSentence };

interface RelativeTimeProps {
  iso: string;
  /** `age` for memories (`5m`), `time` for events (`5m ago`), `sentence` for events after other words. */
  wording?: keyof typeof WORDINGS;
}

/** Shows a time relative to now and keeps it up to date. */
export function RelativeTime({ iso, wording = 'age' }: RelativeTimeProps) {
  const now = useNow();
  // A time after the last tick must not read as the future.
  const text = WORDINGS[wording](iso, Math.max(now, Date.parse(iso)));
  return (
    <time dateTime={iso} {...hintOnHover(() => formatAbsoluteTime(iso))}>
      {text}
    </time>
  );
}
