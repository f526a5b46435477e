/** Rejects JSON nested deeper than anything the service stores, before it is parsed. */

export const MAX_JSON_DEPTH = 32;

/** Whether a JSON text is nested deeper than the limit. Brackets inside strings do not count. */
export function isTooDeep(text: string, limit = MAX_JSON_DEPTH): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (inString) {
      if (sign === 0x5c) at += 1;
      else if (sign === 0x22) inString = false;
    } else if (sign === 0x22) inString = true;
    else if (sign === 0x5b || sign === 0x7b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (sign === 0x5d || sign === 0x7d) depth -= 1;
  }
  return false;
}
