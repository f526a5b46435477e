/**
 * Separates memories that stay useful, however rarely they are read, from passing notes such as “ran the tests” and “thanks”. Everything
 * not recognized as passing counts as lasting: a language missing below costs proposals, never a memory.
 */
import { STOP_WORDS } from '../../platform/text/rules/stopWords';

export interface LastingContent {
  kind: 'warning' | 'decision' | 'fact';
  /** The matching words, as written in the text. */
  words?: string;
}

const wholeWords = (words: string) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])`, 'iu');

/** Words in the most common languages of memories. In other languages, warnings are not detected. */
const WARNINGS = [
  wholeWords(
    "never(?! mind)|must(?: not|n['’]t)?|do not|don['’]t|warning|caution|careful|heads[- ]up|may not|cannot be undone|danger(?:ous)?|irreversible|data loss|prohibited|forbidden|leak(?:ed|s)?|revok(?:e[ds]?|ing)|failover|by law|legal(?:ly)?|gdpr|hipaa|outages?|compliance|security|vulnerab(?:le|ility)|runbooks?|recover(?:y|ing)?|restor(?:e|ing)|backups?|disaster",
  ),
  wholeWords(
    'nie|niemals|muss|müssen|darf nicht|dürfen nicht|verboten|warnung|achtung|vorsicht|gefahr|gefährlich|gesetzlich|sicherheit|wiederherstell(?:en|ung)|datenverlust|notfall',
  ),
  wholeWords(
    'jamais|doit|doivent|interdite?s?|obligatoires?|attention|danger(?:eux)?|avertissement|loi|sécurité|restaur(?:er|ation)|sauvegardes?',
  ),
  wholeWords(
    'nunca|jamás|debe[nm]?|deve[m]?|prohibid[oa]s?|proibid[oa]s?|advertencia|cuidado|atención|atenção|peligro|perigo|ley|seguridad|segurança|restaura(?:r|ción|ção)|respaldos?',
  ),
  wholeWords(
    'mai|vietat[oi]|attenzione|pericolo|sicurezza|ripristin(?:o|are)|nooit|verboden|waarschuwing|gevaar|veiligheid|herstel(?:len)?',
  ),
  wholeWords(
    'никогда|нельзя|долж(?:ен|на|но|ны)|запрещен[оы]?|внимание|опасно|безопасност[ьи]|восстановлени[ея]|nigdy|nie wolno|uwaga|bezpieczeństwo',
  ),
  /决不|绝不|切勿|必须|禁止|严禁|警告|危险|恢复|安全|決して|必ず|してはいけない|してはならない|注意|危険|復旧|絶対|절대|반드시|금지|경고|주의|복구|보안/u,
];

/** Words of decisions and preferences, in the same languages. */
const DECISIONS = [
  wholeWords(
    'prefer(?:s|red)?|decid(?:ed|e)|decision|agreed|chose|picked|(?:went|go) with|we (?:use|keep|stay|will)|always|instead of|rather than|(?:i|he|she|they|team|user) (?:likes?|wants?|hates?)|call me|(?:no|only|nothing) (?:\\p{L}+ )?(?:on|in|for|at|before|after|with)|please|avoid|switched to|moved to|replaced|(?:before|unless|until|when) (?:you|i|we)',
  ),
  wholeWords(
    'bitte|entschieden|beschlossen|entscheidung|bevorzugt?|immer|wir (?:bleiben|nutzen|verwenden|nehmen)|statt',
  ),
  wholeWords('préfèr\\p{L}*|décid\\p{L}*|décision|toujours|plutôt|nous utilisons|on utilise'),
  wholeWords('prefier\\p{L}*|prefer\\p{L}*|decidi\\p{L}*|decisión|decisão|siempre|sempre|usamos|por favor'),
  wholeWords('deciso|decisione|besloten|altijd|решил[иа]?|всегда|zawsze|zdecydowa\\p{L}*'),
  /决定|总是|优先|決定|常に|してください|결정|항상/u,
];

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));
/** First words of a passing report, after its subject: actions and polite phrases. */
const BEGINNINGS = set(
  `ran read said asked answered told talked discussed met had went took did opened closed checked checking looked looking tried tested
  started starting finished ended resumed continued committed pushed formatted refactored updated deployed merged reviewed fixed worked
  working waited waiting going will could logged resolved approved ok okay done thanks thank thx hello hi hey good bye lol yes no sure great
  nice perfect got alright you welcome never works sounds have how nothing test all everything still here danke vielen merci gracias obrigado
  obrigada grazie ありがとう 谢谢`,
);
const SUBJECTS = set(
  'i we he she they the user customer agent assistant session everyone team meeting coffee it am is was were just then also briefly again now',
);
/** Objects of such reports, besides words without meaning. */
const OBJECTS = set(
  `break change changes code dashboard dashboards feedback file files fine green happened happy help hour hours job log logs lunch mind
  morning passed plan pull quiet readme report reproduce requested request summary task tasks tests ticket tickets tomorrow typo update
  branch main continue question answer news today evening night night's nicely wonderful super passt dank beaucoup muchas`,
);
const SPEAKER = /^\s*[\p{L}\p{N}_.-]{1,20}:\s+/u;
/** Longer texts contain something that people may search for. */
const LONGEST_PASSING = 200;

function isTransientNote(text: string): boolean {
  if (text.length > LONGEST_PASSING) return false;
  const sentences = text
    .split(/(?<=[.!?])\s+|\n+/)
    .map(
      (sentence) =>
        sentence
          .replace(SPEAKER, '')
          .toLowerCase()
          .match(/[\p{L}\p{M}][\p{L}\p{M}\p{N}_.'’]*(?<![.'’])/gu) ?? [],
    )
    .filter(({ length }) => length > 0);
  return sentences.every((words) => {
    const begins = words.find((word) => !SUBJECTS.has(word)) ?? '';
    return (
      BEGINNINGS.has(begins) &&
      words.every(
        (word) => BEGINNINGS.has(word) || OBJECTS.has(word) || SUBJECTS.has(word) || STOP_WORDS.has(word),
      )
    );
  });
}

const firstMatch = (patterns: readonly RegExp[], text: string): string | undefined => {
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (found) return found[0];
  }
  return undefined;
};

/** The warning word of a text, as written, or undefined. */
export const findWarning = (text: string): string | undefined => firstMatch(WARNINGS, text);

/** The first reason to keep a text, or undefined for a passing note. */
export function findLastingContent(text: string): LastingContent | undefined {
  const warning = findWarning(text);
  if (warning !== undefined) return { kind: 'warning', words: warning };
  const decision = firstMatch(DECISIONS, text);
  if (decision !== undefined) return { kind: 'decision', words: decision };
  return isTransientNote(text.trim()) ? undefined : { kind: 'fact' };
}

/** The reason, as part of a sentence. */
export function explainLastingContent({ kind, words }: LastingContent): string {
  if (kind === 'warning') return `warns (“${words}”)`;
  return kind === 'decision' ? `states a decision or preference (“${words}”)` : 'states a fact';
}
