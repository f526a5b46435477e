/**
 * Whether a memory addresses its reader instead of reporting what happened. It is only marked: a lesson such as "ignore the first warning"
 * is harmless, and the reader decides.
 */
const ADDRESSES_THE_READER: readonly RegExp[] = [
  /\b(ignore|disregard|forget|override)\b[^.\n]{0,40}\b(previous|prior|above|earlier|all|your|system)\b[^.\n]{0,40}\b(instructions?|prompts?|rules?|messages?|guidelines?)\b/i,
  /\b(you are now|act as|pretend to be|from now on,? you)\b/i,
  /\b(system|developer) (prompt|message)\b/i,
  /<\/?(system|assistant|user|instructions?|tool_call|function_calls?)>/i,
  /\[\/?(INST|SYSTEM)\]|<\|(im_start|im_end|system|user|assistant)\|>/,
  /\b(do not|don't|never) (tell|inform|mention (this )?to|reveal (this )?to) (the )?(user|person|human|operator)\b/i,
  /\b(send|post|upload|exfiltrate|forward|email)\b[^.\n]{0,60}\b(api keys?|tokens?|passwords?|credentials?|secrets?|private keys?|\.env)\b/i,
  /\b(curl|wget)\b[^\n]{0,200}\|\s*(sudo\s+)?(ba|z)?sh\b/i,
];

/** Longer texts are only searched up to here. */
const SEARCHED_CHARACTERS = 200_000;

export function addressesTheReader(...texts: (string | null)[]): boolean {
  return texts.some(
    (text) =>
      text !== null &&
      ADDRESSES_THE_READER.some((pattern) => pattern.test(text.slice(0, SEARCHED_CHARACTERS))),
  );
}
