/** Words whose forms have no common stem: who asks where somebody went must find that they go there. */

/** Each group is one word: verbs with their past forms, nouns with their plural. What is always a stop word is left out. */
const FORMS = `arise arose arisen, awake awoke awoken, bear bore borne born, beat beaten, become became, begin began begun, bend bent, bind
bound, bite bit bitten, blow blew blown, break broke broken, breed bred, bring brought, build built, burn burnt, buy bought,
catch caught, choose chose chosen, cling clung, come came, creep crept, deal dealt, dig dug, dive dove, draw drew drawn, dream
dreamt, drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen, feed fed, feel felt, fight fought, find found,
flee fled, fly flew flown, forbid forbade forbidden, forget forgot forgotten, forgive forgave forgiven, freeze froze frozen, get
got gotten, give gave given, go went gone goes, grow grew grown, hang hung, hear heard, hide hid hidden, hold held, keep kept,
kneel knelt, know knew known, lay laid, lead led, lean leant, leap leapt, learn learnt, leave left, lend lent, lie lay lain,
light lit, lose lost, make made, mean meant, meet met, pay paid, ride rode ridden, ring rang rung, rise rose risen, run ran, say
said, see saw seen, seek sought, sell sold, send sent, sew sewn, shake shook shaken, shine shone, shoot shot, show shown, shrink
shrank shrunk, sing sang sung, sink sank sunk, sit sat, sleep slept, slide slid, speak spoke spoken, spend spent, spin spun,
spring sprang sprung, stand stood, steal stole stolen, stick stuck, sting stung, strike struck, strive strove, swear swore
sworn, sweep swept, swell swollen, swim swam swum, swing swung, take took taken, teach taught, tear tore torn, tell told, think
thought, throw threw thrown, understand understood, wake woke woken, wear wore worn, weave wove woven, weep wept, win won, wind
wound, write wrote written, child children, man men, woman women, person people, foot feet, tooth teeth, mouse mice, life lives,
wife wives, knife knives, leaf leaves, index indices, matrix matrices, datum data`;

/** Each group is one word family whose members end differently, and the short forms that the field uses of them. */
const FAMILIES = `fail failure, expire expiry expiration, recover recovery, deliver delivery, discover discovery, delete deletion, remove
removal, lose loss lost, choose choice, decide decision, divide division, receive receipt reception, register registration registry,
repeat repetition, analyze analyse analysis, compare comparison, explain explanation, describe description, subscribe subscription,
convert conversion, extend extension, include inclusion, exclude exclusion, sign signature, store storage, use usage, respond response,
prove proof, secure security, approve approval, renew renewal, retrieve retrieval, refuse refusal, deny denial, resolve resolution,
solve solution, apply application, multiply multiplication, specify specification, notify notification, verify verification, modify
modification, identify identification, classify classification, publish publication, reduce reduction, produce production,
consume consumption, permit permission, grow growth, reverse reversal, maintain maintenance, slow slower slowest, fast faster fastest,
old older oldest, new newer newest, large larger largest, big bigger biggest, small smaller smallest, late later latest, early earlier
earliest, long longer longest, high higher highest, color colour, behavior behaviour, organization organisation, license
licence, catalog catalogue, artifact artefact, center centre, database db, repository repo, configuration config configure,
environment env, kubernetes k8s, production prod, documentation docs, application app, administrator admin, directory dir, package pkg,
dependency dep, message msg, request req, parameter param, argument arg, certificate cert, postgresql postgres, javascript js,
typescript ts, asynchronous async, synchronize sync synchronization, initialize init initialization, maximum max, minimum min,
identifier id, email mail, authentication authenticate auth, accessibility a11y, internationalization i18n, two twice`;

const groups = new Map<string, readonly string[]>();
for (const group of `${FORMS}, ${FAMILIES}`.split(',')) {
  const words = group.trim().split(/\s+/);
  for (const word of words) groups.set(word, [...(groups.get(word) ?? []), ...words]);
}

export const IRREGULAR_WORDS: readonly string[] = [...groups.keys()];

/** The other forms of an irregular word; none for any other word. */
export const irregularForms = (word: string): string[] =>
  [...new Set(groups.get(word) ?? [])].filter((form) => form !== word);
