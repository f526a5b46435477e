/** Lint rule: keeps words that the glossary of CONTRIBUTING.md replaces out of names, comments and test titles. */

/** Word in a name → replacement. */
const NAMES = new Map([
  ['door', 'entry point'],
  ['keeper', 'registry or cache'],
  ['parcel', 'request'],
  ['patience', 'MAX_RETRIES or …_TIMEOUT_MS'],
  ['patiently', 'retryOnRateLimit'],
  ['rig', 'harness'],
  ['room', 'package'],
  ['surroundings', 'deps'],
  ['tally', 'counter'],
  ['tallies', 'counters'],
  ['upkeep', 'release manager'],
  ['wall', 'row-level security'],
]);

/** Words of prose with a plainer or American form. */
const PROSE =
  /\b(analysed|anew|behaviour|colours?|judgements?|neighbours?|of now|patiently|programme|recognised?|shall|somebody|stand-ins?|surroundings|tally|tallies|upkeep|wears?|what nobody reads|whoever)\b/i;

const wordsOf = (name) => name.split(/(?<=[a-z0-9])(?=[A-Z])|_/).map((word) => word.toLowerCase());
const TITLED = new Set(['describe', 'it', 'test']);

const vocabulary = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      name: '"{{word}}" in a name: say "{{instead}}" (CONTRIBUTING.md).',
      prose: '"{{word}}": use plain technical English (CONTRIBUTING.md).',
      verb: '"{{name}}" is a function: name it by a verb or a plain noun, e.g. "readTitle" (CONTRIBUTING.md).',
    },
  },
  create(context) {
    const checkProse = (text, loc) => {
      const word = PROSE.exec(text)?.[0];
      if (word) context.report({ loc, messageId: 'prose', data: { word } });
    };
    const checkFunction = (id) => {
      if (id?.type === 'Identifier' && /[a-z]Of$/.test(id.name))
        context.report({ node: id, messageId: 'verb', data: { name: id.name } });
    };
    return {
      FunctionDeclaration: ({ id }) => checkFunction(id),
      VariableDeclarator: ({ id, init }) => init?.type === 'ArrowFunctionExpression' && checkFunction(id),
      Program() {
        for (const comment of context.sourceCode.getAllComments()) checkProse(comment.value, comment.loc);
      },
      Identifier(node) {
        const word = wordsOf(node.name).find((one) => NAMES.has(one));
        if (word) context.report({ node, messageId: 'name', data: { word, instead: NAMES.get(word) } });
      },
      CallExpression({ callee, arguments: [title] }) {
        const name = callee.type === 'MemberExpression' ? callee.object.name : callee.name;
        if (TITLED.has(name) && title?.type === 'Literal') checkProse(String(title.value), title.loc);
      },
    };
  },
};

export default { meta: { name: 'vocabulary' }, rules: { words: vocabulary } };
