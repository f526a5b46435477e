/** Keywords that are one word, short and in full or in two spellings. */

/** Each line is one word. What may mean something else as well, as `cd` or `api`, is not among them. */
const WORDS: readonly string[] = `
k8s|kubernetes
db|database
postgres|postgresql|psql|pgsql
mongo|mongodb
js|javascript|ecmascript
py|python
golang|go lang
react|reactjs
vue|vuejs
repo|repository
config|configuration|cfg
auth|authentication
authn|authentication
authz|authorization|authorisation
env|environment
env var|environment variable
perf|performance
docs|documentation
dep|dependency
deps|dependencies
a11y|accessibility
i18n|internationalization|internationalisation
l10n|localization|localisation
infra|infrastructure
dev|development
prod|production
ci|continuous integration
ui|user interface
ux|user experience
e2e|end to end
e2e test|end to end test
msg|message
img|image
otel|opentelemetry
o11y|observability
tf|terraform
gha|github actions
ml|machine learning
llm|large language model
ssr|server side rendering
regex|regexp|regular expression
async|asynchronous
admin|administrator
fn|function
param|parameter
lib|library
util|utility
utils|utilities
cert|certificate
tx|transaction
txn|transaction
req|request
err|error
behavior|behaviour
color|colour
cancelation|cancellation
center|centre
catalog|catalogue
license|licence
normalization|normalisation
serialization|serialisation
optimization|optimisation
organization|organisation
authorization|authorisation
virtualization|virtualisation
synchronization|synchronisation
initialization|initialisation
`
  .trim()
  .split('\n');

/** What words are compared by: without what may be between their parts. */
const bare = (text: string): string => text.replace(/[\s_./:'’-]+/gu, '');

/** Each word by its bare text, with the line that it is in. */
export const SYNONYM_LINES: readonly { word: string; line: number }[] = WORDS.flatMap((words, line) =>
  words.split('|').map((word) => ({ word: bare(word), line })),
);

/** Whether two keywords, in lower case, are the same word in short and in full, or in two spellings. */
export function areSynonyms(a: string, b: string): boolean {
  const linesOf = (text: string) =>
    SYNONYM_LINES.filter(({ word }) => word === bare(text)).map(({ line }) => line);
  const others = linesOf(b);
  return bare(a) !== bare(b) && linesOf(a).some((line) => others.includes(line));
}
