/**
 * Words of other languages that carry no subject, without their accents; the database leaves out the English ones. Each language has words
 * that mean nothing in English or in code, and words that do: `die`, `DER` files, `est` for a time zone, `du` for a command. The latter
 * count only beside one of the former, because then the question is in that language.
 */
const LANGUAGES: readonly { sure: string; beside: string }[] = [
  {
    sure: `aber auch auf aus bei bis dann dass dein deine denn dich diese diesem diesen dieser dieses doch durch eine einem einen einer eines gegen
gibt haben hatte hier ich ihr ihre jede jeder jedes kann kein keine keinen konnen mein meine mich muss mussen nach nicht nur oder ohne
schon sehr sich sie sind soll uber und unser unsere unter vom von wann warum weil welche welchem welchen welcher welches wenn werden
weshalb wie wieso wir wird wo wurde wurden zum zur zwischen`,
    beside: `als bin das dem den der des die dir du ein es fur hat im ist man mir mit noch ob sein um uns war wer zu`,
  },
  {
    sure: `avec avoir cette dans elle elles etre faut leur leurs mais pourquoi quand que quel quelle quelles quels qui quoi sont sur tres une
vous`,
    beside: `au aux ce ces chez d de des donc du elle en entre est et il ils je l la le les lui ma mes mon ne nous ou par pas pour s sa sans se ses son
sous tu un y`,
  },
  {
    sure: `aunque como cual cuales cuando cuanto donde entonces esta estas este estos hasta muy pero porque que quien segun sobre tambien una unas unos`,
    beside: `al con de del desde e el en es ha hay la las le lo los mas mi ni nos o para por se ser si sin son su sus un y ya`,
  },
  {
    sure: `aos como essa esse esta este isso mais muito nao onde pela pelo porque quais qual quando que quem sao sua tambem uma umas voce`,
    beside: `ao ate com da das de dos e em eu foi mas na nas nos o os ou para por se sem ser seu tem um`,
  },
  {
    sure: `alla alle anche che cosa dalla degli della delle dello gli nella nelle nello perche qual quale quali quando questa queste questi questo sono
sulla una`,
    beside: `ai al chi ci come con cui da dal dei del di dove e ha il io l la le lo mi nei nel non o per piu se si su un uno`,
  },
  {
    sure: `aan bij deze dit een geen hebben heeft het hoe hun kunnen maar moet naar niet onder ook uit voor waar waarom wanneer welk welke worden
wordt zal zich zijn`,
    beside: `al als dan dat de der die en er ik je kan met mijn nog om op te tot uw van wat wel wie ze`,
  },
];

const wordsOf = (text: string) => new Set(text.split(/\s+/));
const KNOWN = LANGUAGES.map(({ sure, beside }) => ({ sure: wordsOf(sure), beside: wordsOf(beside) }));

/** Those of the lower-case words of a question that carry no subject in its language. */
export function functionWordsOf(words: readonly string[]): Set<string> {
  const spoken = KNOWN.filter(({ sure }) => words.some((word) => sure.has(word)));
  return new Set(
    words.filter((word) => spoken.some(({ sure, beside }) => sure.has(word) || beside.has(word))),
  );
}
