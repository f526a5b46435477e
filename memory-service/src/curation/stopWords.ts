/** Words that mean nothing by themselves, in the language of a text. */
import keywordExtractor from 'keyword-extractor';

const CODES = [
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'pl',
  'sv',
  'da',
  'cs',
  'ro',
  'ru',
  'tr',
  'vi',
  'ar',
] as const;
const ofLanguage = (code: (typeof CODES)[number] | 'en'): ReadonlySet<string> =>
  new Set(keywordExtractor.getStopwords({ language: code }).map((word) => word.normalize('NFC')));

/** The package has no list of these languages. */
const GREEK = new Set(
  `από αυτά αυτές αυτή αυτό αυτός αυτών αλλά αλλού αν ανά για δεν εάν εδώ εκεί ενώ επίσης επειδή είμαι είμαστε είναι είχαν είχε ένα ένας έναν
  έχει έχουμε έχουν έχω ήταν θα και κάθε κάνει κάτι κάποιο κάποιος κατά λοιπόν μα μας με μετά μέσα μέσω μέχρι μη μην μια μία μόνο να όλα όλες
  όλοι όλο όπως όπου όσο όταν ότι όχι ούτε παρά πάλι πάντα περίπου πια πιο ποτέ που πού πρέπει πριν προς πολύ πώς σαν σας σε στα στη στην στης
  στις στο στον στους στου τα τη την της τι τις το τον τότε του τους των τώρα υπάρχει υπάρχουν χωρίς ώστε`.split(
    /\s+/,
  ),
);
const HINDI = new Set(
  `अगर अब अभी आदि आप आपका आपके इन इनका इस इसका इसकी इसके इसलिए इसे उन उनका उनकी उनके उस उसका उसकी उसके उसे एक और कई कर करके करता करती करते करना
  करने करें का काफी कि किया किसी किसे की कुछ के केवल को कोई कौन क्या क्यों क्योंकि गई गए गया चाहिए जब जहाँ जाए जाता जाती जाते जाना जाने जैसे जो
  तक तब तो था थी थे दिया दूसरे दें देता देते दो द्वारा नहीं ने पर पहले फिर बहुत बाद बिना भी मत में मैं यदि यह यहाँ ये रहता रहा रही रहे लिए लेकिन
  वह वहाँ वाला वाली वाले वे सकता सकती सकते सब सभी साथ से हम हमारा हमारी हमारे हमें हर ही हुआ हुई हुए है हैं हो होगा होता होती होते होना होने`.split(
    /\s+/,
  ),
);
const LISTS = [...CODES.map(ofLanguage), GREEK, HINDI];
const ENGLISH = ofLanguage('en');
const TURKISH = LISTS[CODES.indexOf('tr')];
/** So many words show which language a text is in. */
const SAMPLE = 200;

/** The stop words of the language that a text is in; English where no other is more likely. */
function stopWordsOf(text: string): ReadonlySet<string> {
  const words = (text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? []).slice(0, SAMPLE);
  const uses = (list: ReadonlySet<string>) => words.filter((word) => list.has(word)).length;
  return LISTS.reduce((best, list) => (uses(list) > uses(best) ? list : best), ENGLISH);
}

/** What the grammar of its language adds to a word behind an apostrophe: the English “not”, and the endings of Turkish names. */
const CONTRACTION = /(?<!\p{L})\p{L}+n['’]t(?!\p{L})/giu;
const ENDING = /(?<=\p{L})['’]\p{L}+/gu;

/** Reads a text as words of its language: what it adds to words is taken off, and `isStopWord` knows which say nothing. */
export function inItsLanguage(text: string): { text: string; isStopWord: (word: string) => boolean } {
  const list = stopWordsOf(text);
  const isForeign = list !== ENGLISH;
  return {
    text: list === TURKISH ? text.replace(ENDING, '') : text.replace(CONTRACTION, ' '),
    // All parts of est-ce are stop words; of off-by-one as well, but that is a name.
    isStopWord: (word) => list.has(word) || (isForeign && word.split('-').every((part) => list.has(part))),
  };
}

/** Of Chinese and Thai. Shorter ones than a keyword may be are not among them. */
export const UNSPACED_STOP_WORDS: ReadonlySet<string> = new Set(
  `一个 一些 不是 不能 不要 之前 之后 之後 什么 什麼 他们 他們 以及 但是 你们 使用 其中 出现 可以 可能 因为 因為 如何 如果 它们 已经 已經 应该 應該 怎么
  或者 所以 所有 所有的 时候 時候 我们 我們 没有 沒有 然后 然後 由于 由於 这个 這個 这些 这样 通过 那个 進行 进行 还是 还是 還是 需要 就是
  กับ การ ก่อน ของ ควร ความ ครั้ง จะ จาก จึง ซึ่ง ด้วย ต้อง ตาม ถ้า ถูก ที่ ทุก ทำ ทำให้ นั้น นี้ บน บาง ผ่าน เพราะ เพื่อ เพียง เมื่อ แต่ แต่ละ และ แล้ว
  โดย ใน ให้ ได้ ไม่ ยัง ระหว่าง เรา เวลา เหล่านี้ สามารถ สำหรับ หรือ หลัง หลังจาก หาก อย่าง อยู่ อาจ อีก เนื่องจาก ดังนั้น เป็น มาก`.split(
    /\s+/,
  ),
);
