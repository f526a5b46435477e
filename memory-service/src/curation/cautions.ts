/** Knows the sentences that warn, command or deny, in English, German, French and Spanish. They are said once and matter most. */

const whole = (words: string) => new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, 'iu');

/** “WARNING:”, “**Wichtig:**”, “[!NOTE]”: before a sentence, not within one. */
const LABEL =
  /^[^\p{L}]*(?:important|warning|caution|danger|attention|notes?|nb|wichtig|achtung|warnung|vorsicht|hinweis|merke|avertissement|remarque|importante?|atención|advertencia|aviso|cuidado|nota)[*_]*\s?[:!\]–—]/iu;
const COMMANDS = [
  whole("never|must|mustn|always|do not|don[’']t|cannot"),
  whole('nie|niemals|immer|muss|müssen|darf|dürfen'),
  whole('jamais|toujours|doit|doivent|ne (?:pas|\\p{L}+ pas)'),
  whole('nunca|jamás|siempre|debe|deben|no se (?:debe|puede)'),
];
const NEGATION = whole(
  "not|no|none|without|\\p{L}+n[’']t|nicht|kein\\p{L}{0,2}|ohne|pas|aucune?|sans|ningun[ao]|ningún|sin",
);

/** Does this sentence warn of something, or say what must always or never be done? */
export const isCaution = (sentence: string): boolean =>
  LABEL.test(sentence) || COMMANDS.some((command) => command.test(sentence));

/** Does this sentence, or word, say that something is not so? */
export const isNegated = (sentence: string): boolean => NEGATION.test(sentence);
