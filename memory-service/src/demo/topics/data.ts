/** Demo lessons about databases, queues, caches and payments. */
import type { Topic } from './topic';

export const databases: Topic = {
  name: 'databases',
  incidents: [
    {
      headline: 'Migration on {table} held an exclusive lock for {min} minutes in {env}',
      seen: 'The deploy of {svc} stopped at "running migrations" and every request that touched {table} timed out.',
      cause:
        'Adding a column with a volatile default rewrote the whole table, {rows} thousand rows, under ACCESS EXCLUSIVE.',
      fix: 'Split it in three: add the column nullable, backfill in batches of 5,000 with a pause, then set NOT NULL with a validated check constraint.',
      lesson:
        'Never let a migration rewrite {table}: add nullable, backfill in batches, validate last. Set lock_timeout to 2s so that a blocked migration fails instead of blocking everybody.',
      error: 'canceling statement due to lock timeout\nCONTEXT: while locking tuple in relation "{table}"',
      keywords: ['postgres', 'migration', 'locking'],
    },
    {
      headline: 'Index on {table} was there and the planner did not use it',
      seen: 'A list query in {svc} took {ms} ms although EXPLAIN on a laptop showed an index scan.',
      cause:
        'The query ordered by created_at alone while the index was (tenant_id, created_at); with {pct}% of rows in one tenant the planner preferred a sort.',
      fix: 'Added id as a tie-break to ORDER BY and built (tenant_id, created_at DESC, id DESC) concurrently; p99 fell under 40 ms.',
      lesson:
        'For keyset lists make the ORDER BY and the index column for column the same, direction and tie-break included, and check the plan with production statistics.',
      keywords: ['postgres', 'index', 'explain', 'pagination'],
    },
    {
      headline: 'Connection pool of {svc} ran dry after {n} slow transactions',
      seen: 'Requests queued for {ms} ms before their first query; the database itself was idle.',
      cause:
        'A transaction in {file} stayed open across an HTTP call to a partner, so each slow partner answer pinned a connection.',
      fix: 'Moved the HTTP call before BEGIN, stored its result, and added a lint rule against awaiting fetch inside a transaction callback.',
      lesson:
        'A transaction must not wait for anything but the database. Fetch first, then open, write and commit.',
      error: 'Error: timeout exceeded when trying to connect (pool size {n}, waiting {rows})',
      keywords: ['connection-pool', 'transactions', 'latency'],
    },
    {
      headline: 'Two workers of {job} updated the same row of {table} and deadlocked',
      seen: 'About {pct}% of the runs of {job} in {env} ended with a deadlock and were retried for hours.',
      cause:
        'One code path locked parent then child, the other child then parent, depending on which event came first.',
      fix: 'Both paths now take SELECT … FOR UPDATE on the parent, ordered by id, before touching children.',
      lesson:
        'Pick one lock order for {table} and its children, write it down beside the queries, and sort ids before locking several rows.',
      error: 'ERROR: deadlock detected (SQLSTATE 40P01)\nDETAIL: Process 4{rows} waits for ShareLock',
      keywords: ['deadlock', 'postgres', 'concurrency'],
    },
    {
      headline: 'Soft-deleted rows of {table} came back through a join in {svc}',
      seen: 'A customer saw {n} removed entries in an export although the page hid them.',
      cause:
        'The deleted_at filter lived in the page query, and the export in {file} joined the table without it.',
      fix: 'Created a view without deleted rows, moved both readers to it and revoked SELECT on the base table from the reporting role.',
      lesson:
        'A filter that must always hold belongs in a view or policy, not in each query: the next reader will forget it.',
      keywords: ['soft-delete', 'views', 'exports'],
    },
    {
      headline: 'Count query on {table} cost more than the page it belonged to',
      seen: 'The list endpoint of {svc} answered in {ms} ms, of which nine tenths were the total.',
      cause: 'count(*) repeated the joins that only the page needed for its labels.',
      fix: 'Counted on the bare table with the same WHERE, and joined labels for the page rows only.',
      lesson:
        'Count without joins that cannot change the number, and measure count and page apart before adding a cache.',
      keywords: ['postgres', 'pagination', 'performance'],
    },
  ],
};

export const queues: Topic = {
  name: 'queues',
  incidents: [
    {
      headline: '{job} processed {rows} messages twice after a rolling restart',
      seen: 'Customers of {svc} got two mails each for the batch that was under way during the deploy.',
      cause:
        'The consumer acknowledged after the side effect but shut down on SIGTERM without draining, so the broker redelivered.',
      fix: 'Stop fetching on SIGTERM, finish what is in hand within 25 s, and record a deduplication key in the transaction that writes the effect.',
      lesson:
        'At-least-once delivery means every handler needs an idempotency key that is stored with its effect. Draining makes duplicates rare, not impossible.',
      keywords: ['queue', 'idempotency', 'graceful-shutdown'],
    },
    {
      headline: 'Poison message blocked {job} for {min} minutes',
      seen: 'Queue depth in {env} grew while the workers of {svc} were busy and nothing finished.',
      cause:
        'One payload failed to parse, was put back at the head of the queue without a limit, and was taken again at once.',
      fix: 'Exponential backoff with jitter, {n} attempts, then a dead-letter table with the error and a replay command.',
      lesson:
        'Every queue needs a maximum of attempts and a place where failed work waits for a person. Alert on the age of the oldest message, not on depth.',
      error: 'SyntaxError: Unexpected token < in JSON at position 0 ({file})',
      keywords: ['queue', 'dead-letter', 'retry'],
    },
    {
      headline: 'Retry storm from {svc} kept {env} down after the cause was gone',
      seen: 'The dependency recovered in {n} minutes; error rates stayed at {pct}% for another {min}.',
      cause:
        'Three layers each retried three times without jitter, so one failed call became 27 at the same second.',
      fix: 'Retries only at the outermost layer, full jitter, and a retry budget of 10% of the traffic.',
      lesson: 'Retry in one layer only, with jitter and a budget. Layers multiply.',
      keywords: ['retry', 'backoff', 'incident'],
    },
    {
      headline: 'Outbox of {svc} published events before their transaction was visible',
      seen: 'Consumers looked up an id from the event and got 404, about {n} times an hour.',
      cause:
        'The publisher used the sequence id as cursor; ids are handed out before commit, so a late commit was skipped or read too early.',
      fix: 'The cursor is now the transaction snapshot (pg_current_snapshot xmin) instead of the highest id seen.',
      lesson:
        'A sequence is not a commit order. An outbox reader must not advance past transactions that are still open.',
      keywords: ['outbox', 'events', 'postgres'],
    },
    {
      headline: 'Cron for {job} ran {n} times at once when the pod was rescheduled',
      seen: 'Totals of the monthly report were off by exactly a multiple.',
      cause: 'The schedule had concurrencyPolicy Allow and the job took longer than its interval in {env}.',
      fix: 'concurrencyPolicy Forbid plus an advisory lock inside the job, because the scheduler promises nothing about overlap.',
      lesson:
        'A scheduled job must take its own lock. The scheduler starts it at least once, sometimes more.',
      keywords: ['cron', 'kubernetes', 'advisory-lock'],
    },
  ],
};

export const payments: Topic = {
  name: 'payments',
  incidents: [
    {
      headline: 'Refund in {svc} rounded half a cent the wrong way for {rows} invoices',
      seen: 'Finance found a difference of a few cents between the ledger and the provider after {job}.',
      cause: 'Line taxes were rounded one by one in one place and on the total in another.',
      fix: 'Money is an integer of minor units everywhere, tax is computed on the total and spread by largest remainder.',
      lesson:
        'Choose one rounding point for an invoice, write it into the contract test, and never let a float touch money.',
      keywords: ['money', 'rounding', 'ledger'],
    },
    {
      headline: 'Webhook signature check of {svc} failed for bodies with unicode',
      seen: '{pct}% of the deliveries from the provider were refused in {env} and retried for a day.',
      cause: 'The signature was computed over the parsed and re-serialized JSON instead of the raw bytes.',
      fix: 'Kept the raw body in the parser for that route and compared in constant time.',
      lesson: 'Verify signatures over the bytes as received. Any parse and re-serialize changes them.',
      error: 'WebhookSignatureError: expected v1=9f… got v1=1c… ({file})',
      keywords: ['webhooks', 'signature', 'security'],
    },
    {
      headline: 'Idempotency key in {svc} expired before the client gave up',
      seen: 'One order was charged twice, {min} minutes apart.',
      cause: 'Keys lived in Redis for ten minutes; a mobile client retried after its connection came back.',
      fix: 'Stored the key and the answer in {table} with a unique index and kept both for 30 days.',
      lesson:
        'An idempotency key has to outlive the most patient client, and the unique index, not the cache, is what decides.',
      keywords: ['idempotency', 'payments', 'redis'],
    },
    {
      headline: 'Currency of {table} was inferred from the locale in {file}',
      seen: 'A Swiss customer on a German page was shown euro amounts with franc numbers.',
      cause:
        'The formatter fell back to the currency of the locale when the row had none; old imports had none.',
      fix: 'Backfilled {rows} rows, made the column NOT NULL, and the formatter throws without a currency.',
      lesson: 'Never guess a currency. A missing one is an error at the border, not a default in the view.',
      keywords: ['currency', 'i18n', 'data-quality'],
    },
    {
      headline: 'Sandbox and live keys of the provider were swapped in {env}',
      seen: 'Test cards worked in {svc} after a config change, and nobody noticed for {min} minutes.',
      cause: 'Both secrets have the same shape and were stored under names that differ by one letter.',
      fix: 'At start the service asks the provider which mode the key is for and refuses to run when it is not the expected one.',
      lesson:
        'Check secrets against the outside at start-up. A name in a vault proves nothing about the value.',
      keywords: ['secrets', 'configuration', 'payments'],
    },
  ],
};
