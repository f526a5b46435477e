/** Words that say nothing of what a text is about: stop words of its language, and the everyday words of English. */
import { foldText } from '@hindsight/shared-contracts/rules';
import lists from 'stopwords-iso/stopwords-iso.json';

const TEXT = `a able about above across add added advice after afternoon again against agent ago all almost along already also although always am among an and
another answer any anyone anything are around as ask at attempt away back bad be became because become been before began begin beginning
being below best better between big bit both brought but by call came can cannot case cause change check clear close come complete
condition consider cost could day deal deep detail did different difference difficult do does doing done down during each earlier early
easy effect either else end enough even evening event ever every everyone everything example exist expect explain extra fact fail failure
fast felt few find fine first fix follow for forgot found free friday from full further gave general get gets getting give given go goes
going gone good got great had happen hard has have having he heard held help her here hers high him his hold hour how however i idea if
important in indeed instead into is issue it item its itself just keep kept kind knew know large last late later learn least leave left
less lesson let like link long look lose lost lot low made main make makes many matter may maybe me mean meant method might minute mistake
moment monday month more morning most move much must my name near need needs neither never new next night no nobody none nor normal not
note nothing notice now number o'clock obtain occur of off often old older once one only onto open option or order other others our out
over own paid part past people per perhaps person piece place point possible present problem put question quick quite ran rather real
really reason remember report result return right run said same saturday saw say says second see seem seems seen separate set several
shall share she short should show shown side similar simple simply since single slow small so solution solve some someone something sometimes
soon sort special spent start state step still stood stop story study subject such summary sunday sure symptom take taken task team tell
than that the their them then there therefore these they thing things think this those though thought three through thursday thus time to
today together told tomorrow tonight too took total toward tried tries true try trying tuesday turn two type under understood until up upon us use used user
uses using usual usually value various very via want was way we wednesday week well well-known went were what whatever when where whether
which while who whole whom whose why will with within without wonder word work worse worst worth would write written wrong wrote year yes
yesterday yet you your yours`;

export const STOP_WORDS: ReadonlySet<string> = new Set(TEXT.split(/\s+/));

type Words = ReadonlySet<string>;
const folded = (word: string) => foldText(word).lower;
/** The list of English has words that memories are about, as test, page and index. Words of searches have no accents. */
const { en: _, ...others } = lists;
const OTHERS = Object.values(others).map((list): Words => new Set([...list, ...list.map(folded)]));
/** So many words show which language a text is in. */
const SAMPLE = 200;
/** Lists of Greek have no accents. */
const GREEK = /^\p{Script=Greek}/u;
const isIn = (list: Words, word: string) => list.has(GREEK.test(word) ? folded(word) : word);

/** The stop words of the language that uses most of the words, and how often; of English where no other is more likely. */
function mostUsed(words: readonly string[]): { list: Words; uses: number } {
  const sample = words.slice(0, SAMPLE);
  const count = (list: Words) => ({ list, uses: sample.filter((word) => isIn(list, word)).length });
  return OTHERS.map(count).reduce((most, one) => (one.uses > most.uses ? one : most), count(STOP_WORDS));
}

/** Knows the stop words of the language of these lower-case words. */
export function stopWordsAmong(words: readonly string[]): (word: string) => boolean {
  const { list } = mostUsed(words);
  return (word) => isIn(list, word);
}
