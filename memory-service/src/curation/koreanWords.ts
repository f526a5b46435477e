/** Words of Korean texts as people would look for them: nouns, without the particles and endings that Korean adds to them. */

/** What stands right behind a number is a unit, and a longer run is no word. */
const WORD = /(?<![\p{N}\uac00-\ud7a3])[\uac00-\ud7a3]{2,50}(?![\uac00-\ud7a3])/gu;

/** A noun that is made a verb: 고정되는, 설정하면, 실패했다. */
const VERB_OF_NOUN =
  /^(.{2,50}?)(?:(?:하|되|시키)(?:고|는|면|며|여|지|기|게|던|도록|므로|거나|려면|려고|지만|여서)|(?:해|돼|시켜)[서도야요]?|(?:했|됐|하였|되었)(?:다|을|던|는|지|으).*|(?:합|됩)니다|(?:한|된|할|될)(?:다.*)?|[함됨])$/;
/** Nouns that end as such verbs do. */
const NO_VERB = /(?:권한|제한|기한|피해|손해|이해|오해|방해|포함|결함)$/;
/** Verbs, adjectives and adverbs. */
const NO_NOUN =
  /^.{2,}(?:다|히|지고|면서|아서|어서|려면|지만|거나|[있없않]는)$|^.+(?:[려어워여아]지는|으면|으며|[려어아여]야)$|^.[은는을를]$/;

const ANYWHERE = '에서는|에서도|에서|에게|에는|에도|까지|부터|마다|처럼|보다|이라는|라는|의|에';
const BEHIND_CONSONANT = /^(.{2,}?)(?:이|은|을|과|으로는|으로)$/;
const BEHIND_VOWEL = /^(.{2,}?)(?:가|는|를|와)$/;
const BEHIND_VOWEL_OR_L = /^(.{2,}?)(?:로는|로부터|로)$/;
const PARTICLE = new RegExp(`^(.{2,}?)(?:${ANYWHERE})$`);
const ONLY_PARTICLE = new RegExp(`^(?:${ANYWHERE}|으로|이나)$`);

const STOP_WORDS = new Set(
  `갑자기 값이 값은 같은 거의 것이 결과 경우 계속 관련 그냥 그래서 그러나 그런 그리고 나중 너무 다른 다시 다음 대신 대해 동안 따라 때문 또는 또한 먼저 매우
  모두 모든 문제 바로 방법 상태 앱이 어떤 여러 여전히 이것 이런 이미 이번 이유 이전 이후 위해 위해서 원인 자주 잘못 전에 전혀 점이 조금 즉시 지금 처음 키가 통해 하나
  하지만 항상 현재 후에 없이 있음 없음 발생 사용 확인 필요 경우에 때문에`.split(/\s+/),
);

/** The final consonant of a syllable by its place in Unicode's order; 0 for none. */
const finalOf = (syllable: string) => (syllable.codePointAt(0)! - 0xac00) % 28;
const FINAL_L = 8;
/** The past of verbs: no noun ends a syllable so. */
const FINAL_SS = 20;

/** The word without a particle that may stand behind its last sound. */
function withoutParticle(word: string): string {
  const [, plain] = PARTICLE.exec(word) ?? [];
  if (plain !== undefined) return plain;
  for (const [particles, fits] of [
    [BEHIND_CONSONANT, (final: number) => final > 0],
    [BEHIND_VOWEL, (final: number) => final === 0],
    [BEHIND_VOWEL_OR_L, (final: number) => final === 0 || final === FINAL_L],
  ] as const) {
    const [, noun] = particles.exec(word) ?? [];
    if (noun !== undefined && fits(finalOf(noun.at(-1)!))) return noun;
  }
  return word;
}

/** The noun of a word, or nothing where it is of another kind. */
function nounOf(word: string): string | undefined {
  const [, noun] = (NO_VERB.test(word) ? null : VERB_OF_NOUN.exec(word)) ?? [];
  if (noun !== undefined) return noun;
  const isOther = NO_NOUN.test(word) || ONLY_PARTICLE.test(word);
  if (isOther || [...word].some((syllable) => finalOf(syllable) === FINAL_SS)) return undefined;
  return withoutParticle(word);
}

/** The nouns of a text that say something, repetitions included, and the text without its Korean. */
export function koreanWords(text: string): { words: string[]; rest: string } {
  const words = (text.match(WORD) ?? []).flatMap((word) => {
    if (STOP_WORDS.has(word)) return [];
    const noun = nounOf(word);
    return noun === undefined || STOP_WORDS.has(noun) ? [] : [noun];
  });
  return { words, rest: text.replace(/\p{Script=Hangul}+/gu, ' ') };
}
