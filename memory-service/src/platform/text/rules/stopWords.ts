/** Words that do not tell the subject of a text: stop words of its language, and everyday English words. */
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as spanish } from '@orama/stopwords/spanish';
import { foldText } from '@hindsight/shared-contracts/rules';
import lists from 'stopwords-iso/stopwords-iso.json';

const WITHOUT_SUBJECT = `a able about above across after again against ago all almost along already also although always am among an and
another any anyone anything are around as at away back bad be became because become been before being below best better between both but
by came can cannot come could did do does doing done down during each either else enough even ever every everyone everything few first for
from further get gets getting give given go goes going good got great had has have having he her here hers him his how however i if in
indeed instead into is it its itself just keep last later least less let like made make makes many may maybe me might more most much must
my near need needs neither never new next no nobody none nor not nothing now of off often on once one only onto or other others our out
over own per perhaps put quite rather really said same say says second see seem seems seen several shall she should show since so some
someone something sometimes soon still such sure take than that the their them then there therefore these they thing things this those
though three through thus to together too toward two under until up upon us use used uses using usually very via want was way we well were
what whatever when where whether which while who whole whom whose why will with within without worse worst would yes yet you your yours`;
/** Function words count less in a search, unless it contains nothing else. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(WITHOUT_SUBJECT.split(/\s+/));

const EVERYDAY = `add added advice afternoon agent answer ask attempt began begin beginning big bit brought call case cause change check
clear close complete condition consider cost day deal deep detail difference different difficult earlier early easy effect end evening
event example exist expect explain extra fact fail failure fast felt find fine fix follow forgot found free friday full gave general gone
happen hard heard held help high hold hour idea important issue item kept kind knew know large late learn leave left lesson link long look
lose lost lot low main matter mean meant method minute mistake moment monday month morning move name night normal note notice number
o'clock obtain occur old older open option order paid part past people person piece place point possible present problem question quick
ran real reason remember report result return right run saturday saw separate set share short shown side similar simple simply single slow
small solution solve sort special spent start state step stood stop story study subject summary sunday symptom taken task team tell think
thought thursday time today told tomorrow tonight took total tried tries true try trying tuesday turn type understood user usual value
various wednesday week well-known went wonder word work worth write written wrong wrote year yesterday`;
/** Function words and everyday words that nobody would search for. */
export const STOP_WORDS: ReadonlySet<string> = new Set([...FUNCTION_WORDS, ...EVERYDAY.split(/\s+/)]);

type Words = ReadonlySet<string>;
/** Removes accents, as in the Greek list and in search words. */
const foldWord = (word: string) => foldText(word).lower;
/** The English list contains words that memories are about, such as test, page and index. */
const { en: _, ...others } = lists;
const OTHERS = Object.values(others).map((list): Words => new Set(list));
/** Shorter lists, without words that people may search for. */
const stopWordSet = (list: readonly string[]): Words =>
  // The French list contains an empty word. Names in a query are not among its words and are looked up as '', so they would be dropped.
  new Set(list.filter((word) => word !== '').map(foldWord));
const QUERY_LANGUAGES: readonly [Words, ...Words[]] = [
  stopWordSet(german),
  ...[dutch, french, italian, portuguese, spanish].map(stopWordSet),
];
/** Sample size that suffices to detect the language of a text. */
const SAMPLE = 200;
const GREEK = /^\p{Script=Greek}/u;
const isIn = (list: Words, word: string) => list.has(GREEK.test(word) ? foldWord(word) : word);

/** The language whose stop words occur most often, the first one on a tie, with the count. */
function dominantLanguage([first, ...rest]: readonly [Words, ...Words[]], words: readonly string[]) {
  const sample = words.slice(0, SAMPLE);
  const count = (list: Words) => ({ list, uses: sample.filter((word) => isIn(list, word)).length });
  return rest.map(count).reduce((most, one) => (one.uses > most.uses ? one : most), count(first));
}

/** Returns a predicate for the stop words of the language most used in these lower-case words; English unless another is more likely. */
export function stopWordsAmong(words: readonly string[]): (word: string) => boolean {
  const { list } = dominantLanguage([STOP_WORDS, ...OTHERS], words);
  return (word) => isIn(list, word);
}

/**
 * Stop words of a query in a language other than English, whose stop words the database already drops. Only if they are more than twice as
 * many as the English ones; otherwise they are meant literally: `die`, `du` and `bin` are also commands.
 */
export function foreignStopWords(words: readonly string[]): Words {
  const english = dominantLanguage([FUNCTION_WORDS], words);
  const { list, uses } = dominantLanguage(QUERY_LANGUAGES, words);
  return uses > Math.max(1, 2 * english.uses) ? list : new Set();
}
