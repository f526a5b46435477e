/** Demo lessons about operations, security, search and working with agents. */
import type { Topic } from './topic';

export const operations: Topic = {
  name: 'operations',
  incidents: [
    {
      headline: '{svc} was killed at {mb} MB during {job}',
      seen: 'The pod restarted every {min} minutes in {env} and left half-written files.',
      cause: 'The exporter built the whole file in memory before the upload.',
      fix: 'Streamed rows through a cursor and a multipart upload; memory stays under 90 MB for any size.',
      lesson:
        'Stream exports from cursor to socket. Test with a data set larger than the memory limit, or the limit will be the test.',
      error: 'OOMKilled: container exceeded its memory limit ({mb}Mi)',
      keywords: ['memory', 'streaming', 'kubernetes'],
    },
    {
      headline: 'Health check of {svc} restarted pods that only waited for the database',
      seen: 'A failover of {n} seconds became an outage of {min} minutes.',
      cause: 'Liveness asked the database, so every pod was restarted at the moment the database came back.',
      fix: 'Liveness says only that the process runs; readiness asks the database and takes the pod out of rotation.',
      lesson: 'Liveness must not depend on anything outside the process. Dependencies belong to readiness.',
      keywords: ['health-check', 'kubernetes', 'failover'],
    },
    {
      headline: 'Log volume of {svc} tripled after enabling {flag}',
      seen: 'The bill for logs in {env} rose by {pct}% within a day.',
      cause: 'A debug line in {file} printed the whole request body for every validation warning.',
      fix: 'Logged the path of the failed field and a request id, and sampled warnings at one in ten.',
      lesson: 'Log identifiers, not payloads. Whoever needs the body can find the request by its id.',
      keywords: ['logging', 'cost', 'observability'],
    },
    {
      headline: 'Rollback of {svc} to {major}.{minor} failed on the new schema',
      seen: 'The old version could not start, because a column of {table} was gone.',
      cause:
        'The migration that dropped the column shipped in the same release as the code that stopped using it.',
      fix: 'Restored the column from the backup and moved destructive steps to the release after next.',
      lesson: 'Expand, migrate, contract, in three releases. A rollback must find the schema it knew.',
      error: 'column "{table}.legacy_state" does not exist (SQLSTATE 42703)',
      keywords: ['rollback', 'migration', 'release'],
    },
    {
      headline: 'DNS of {env} cached an old address of {svc} for {min} minutes',
      seen: 'Half of the traffic went to a drained node after the switch.',
      cause: 'The HTTP client kept connections open for ever, so the TTL of the record did not matter.',
      fix: 'Connections are recycled after 60 s, and drained nodes answer with Connection: close.',
      lesson: 'Keep-alive outlives DNS. Give pooled connections a maximum age.',
      keywords: ['dns', 'keep-alive', 'networking'],
    },
    {
      headline: 'Alert on {svc} fired {rows} times in a night and was muted',
      seen: 'The real incident two days later went unseen for {min} minutes.',
      cause: 'The threshold was on a single minute, and {job} exceeds it every night by design.',
      fix: 'Burn-rate alerts over 5 minutes and an hour against the objective, with the nightly job left out by label.',
      lesson: 'Alert on what users feel, over two windows. An alert that is muted is worse than none.',
      keywords: ['alerting', 'slo', 'on-call'],
    },
  ],
};

export const security: Topic = {
  name: 'security',
  incidents: [
    {
      headline: '{svc} believed an identity header that a client had sent',
      seen: 'A penetration test read another tenant of {table} with one curl command.',
      cause: 'The service was reachable beside the proxy, and the header was trusted from anywhere.',
      fix: 'The proxy strips the header from clients and adds a shared secret; without the secret the caller is a guest.',
      lesson:
        'A header is only as good as the path it came by. Strip at the edge, prove the edge to the service, fail closed.',
      keywords: ['authentication', 'headers', 'proxy'],
    },
    {
      headline: 'Redirect after sign-in accepted //elsewhere in {env}',
      seen: 'A phishing report named our own domain as the first hop.',
      cause: 'The check looked for a leading slash, which a protocol-relative address also has.',
      fix: 'Parse against our own origin and compare origins; only path, query and hash are kept.',
      lesson: 'Validate redirects by parsing them, never by their first character.',
      keywords: ['open-redirect', 'oauth', 'security'],
    },
    {
      headline: 'Token of {svc} appeared in the access log through the query string',
      seen: 'A search for a customer id in the logs of {env} showed complete reset links.',
      cause:
        'The link in the mail carried the token as a query parameter and the proxy logs the whole address.',
      fix: 'The token moved to the fragment and is posted in the body; stored hashed and usable once.',
      lesson: 'Secrets do not belong in a query string: logs, history and referrers keep it.',
      keywords: ['secrets', 'logging', 'tokens'],
    },
    {
      headline: 'Export of {table} let a spreadsheet run a formula',
      seen: 'A cell that began with = opened a connection when {who} opened the file.',
      cause: 'CSV was written with quoting but without escaping cells that start with =, +, - or @.',
      fix: 'Prefixed such cells with an apostrophe and added them to the export tests.',
      lesson: 'CSV is code to a spreadsheet. Escape formula starters at the writer, not at the reader.',
      keywords: ['csv', 'injection', 'exports'],
    },
    {
      headline: 'Rate limit of {svc} counted the proxy instead of the client',
      seen: 'All users of one office were refused after {rows} requests in a minute.',
      cause: 'The limiter used the socket address, which is the proxy for everybody in {env}.',
      fix: 'Limited by account for signed-in calls and by the address that our own proxy sets for guests.',
      lesson: 'Limit what you can name: the account first, the network address only as a last resort.',
      keywords: ['rate-limit', 'proxy', 'http'],
    },
  ],
};

export const agentWork: Topic = {
  name: 'agent work',
  incidents: [
    {
      headline: 'Generated patch for {file} passed its tests and broke {job}',
      seen: 'The pull request #{pr} was green; the nightly run failed with an import that did not exist.',
      cause: 'The job has an entry point of its own that no test loads.',
      fix: 'A smoke test now starts every entry point with --help, the job included.',
      lesson:
        'Before editing {file} look for entry points outside the test suite: cron, workers and scripts load it too.',
      error: 'ImportError: cannot import name "settle" from "{svc}"',
      keywords: ['coding-agent', 'smoke-test', 'entry-points'],
    },
    {
      headline: 'Agent repeated a fix in {svc} that had been reverted {n} weeks before',
      seen: 'The same change came back in PR #{pr} with the same failure in {env}.',
      cause: 'The revert explained itself only in a chat; nothing in the repository said why.',
      fix: 'Wrote the reason as a comment beside the code and as a lesson here.',
      lesson:
        'When reverting in {svc}, leave the reason next to the code. The next reader, person or agent, sees only the repository.',
      keywords: ['coding-agent', 'revert', 'documentation'],
    },
    {
      headline: 'Wide search and replace touched {rows} generated files of {svc}',
      seen: 'The diff of PR #{pr} was unreadable and the generator undid half of it.',
      cause: 'Generated clients are checked in and look like hand-written code.',
      fix: 'Marked them in .gitattributes, changed the template, and generated again.',
      lesson: 'Check for a generator before editing many similar files: change its template, not its output.',
      keywords: ['codegen', 'refactoring', 'coding-agent'],
    },
    {
      headline: 'Instruction file of {svc} contradicted the linter',
      seen: 'Every second commit flipped the import order in {file}.',
      cause: 'The instructions asked for grouped imports, the linter for alphabetical ones.',
      fix: 'Removed the sentence from the instructions: what a tool enforces needs no prose.',
      lesson:
        'Keep instructions to what tools cannot check. A rule in two places will differ in one of them.',
      keywords: ['instructions', 'lint', 'coding-agent'],
    },
    {
      headline: 'Local run of {svc} needed {n} undocumented variables',
      seen: 'The first {min} minutes of each session went into guessing the environment.',
      cause: 'Defaults lived in a shell profile of {who} and in the deployment chart only.',
      fix: 'Configuration is read in one module, with defaults that work locally and a sentence for each wrong value.',
      lesson: 'A fresh clone must start with one command. Put defaults into the code, not into a wiki.',
      keywords: ['onboarding', 'configuration', 'developer-experience'],
    },
    {
      headline: 'Search for {flag} found the flag and not its {n} copies',
      seen: 'Removing the flag left dead branches in {svc} that still ran in {env}.',
      cause: 'The name was put together from parts in {file}, so a text search missed it.',
      fix: 'Flags are constants from one list, and the compiler finds their uses.',
      lesson:
        'Names that must be found must be written whole. Never build a flag, route or event name from pieces.',
      keywords: ['feature-flags', 'search', 'cleanup'],
    },
  ],
};
