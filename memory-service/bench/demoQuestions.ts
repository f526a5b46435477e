/**
 * Judged questions about the memories of Larkspur Labs in the demo workspace of `DEMO_BLOCKS` blocks. They were written before the
 * ranking was tuned and stay as they are: a question that fails is a finding, not a reason to change it.
 */

export const DEMO_BLOCKS = 531;
export const DEMO_ORGANIZATION = 'Larkspur Labs';

/** A question, and how the titles of the one to five memories begin that answer it. */
export type DemoQuestion = readonly [question: string, ...titles: string[]];

/** As a person asks who half remembers the memory: some of its words, some of their own. */
export const REMEMBERED: readonly DemoQuestion[] = [
  ['pods restarted although only the database was down', 'Health check of import-runner'],
  [
    'why were half of the requests still going to the old address of the ledger after the switch',
    'DNS of staging cached',
  ],
  ['stale dns address of quota service', 'DNS of the canary pool'],
  ['the alert that rang all night until someone muted it', 'Alert on import-runner'],
  ['how much memory did checkout need when it was killed', 'Checkout-api was killed'],
  ['report builder out of memory while sending digests', 'Report-builder was killed'],
  [
    'we could not roll back webhook dispatcher because a column was missing',
    'Rollback of webhook-dispatcher',
  ],
  ['rollback of checkout-api failed', 'Rollback of checkout-api'],
  [
    'our log costs went up after we turned on edge sessions for the quota service',
    'Log volume of quota-service',
  ],
  ['log bill catalog search debug line', 'Log volume of catalog-search'],
  [
    'rows of the old filter appear in the filter bar when typing fast',
    'Late answer overwrote the filtered rows of FilterBar',
  ],
  ['typing is slow in the invite dialog, everything renders again', 'InviteDialog re-rendered'],
  ['SearchPalette rerender on each key', 'SearchPalette re-rendered'],
  ['where does the focus go after the upload tray is closed', 'Focus was lost when UploadTray'],
  ['date picker shows the day before for users in america', 'Date in DateRangePicker'],
  ['layout shift of the order table while loading', 'Layout of OrderTable'],
  ['memory leak when the comment thread stays open', 'Memory of the tab grew by 1062 MB'],
  ['tab of MemberList gets bigger and bigger', 'Memory of the tab grew by 289 MB'],
  ['what made the bundle bigger when we upgraded serde', 'Bundle of DateRangePicker'],
  ['two copies of sqlx in our bundle', 'Bundle of MemberList grew by 642'],
  ['ci took build artefacts from someone elses branch in pricing engine', 'CI cache for pricing-engine'],
  ['flaky test of the report builder', 'Flaky test of report-builder'],
  [
    'test of catalog search fails now and then because rows come in another order',
    'Flaky test of catalog-search',
  ],
  ['strict mode was off and a null got through in auth session', 'Type check of lib/auth/session.ts'],
  ['celery upgrade request hangs without timeout', 'Upgrade of celery'],
  [
    'snapshots of the usage chart did not show that the button lost its label',
    'Snapshot tests of UsageChart',
  ],
  ['the migration on inventory moves that locked the table', 'Migration on inventory_moves'],
  ['which migration blocked the canary pool for 20 minutes', 'Migration on exports'],
  ['planner ignores the index on price rules', 'Index on price_rules'],
  ['no free connections in audit sink because of slow transactions', 'Connection pool of audit-sink'],
  ['deadlock between workers that send the digests', 'Two workers of send-digests'],
  ['deleted orders showed up again in an export', 'Soft-deleted rows of orders'],
  ['why was counting webhook deliveries so slow', 'Count query on webhook_deliveries'],
  ['customers got two mails because rebuild-thumbnails was restarted', 'Rebuild-thumbnails processed'],
  ['a broken message stopped the cache warming job', 'Poison message blocked warm-cache'],
  ['retries of tenant directory made the outage longer', 'Retry storm from tenant-directory'],
  ['event was published before the transaction could be seen', 'Outbox of mail-relay'],
  ['directory sync ran several times in parallel', 'Cron for sync-directory'],
  ['cents missing in refunds of the audit sink', 'Refund in audit-sink'],
  [
    'webhook signatures of the session gateway wrong when there is unicode in the body',
    'Webhook signature check of session-gateway',
  ],
];

const LATE = 'Late answer overwrote the filtered rows of';
const SLOW_TYPING = [
  'ActivityFeed re-rendered',
  'DateRangePicker re-rendered',
  'InviteDialog re-rendered',
  'SearchPalette re-rendered',
] as const;
const KILLED = ['Checkout-api was killed', 'Quota-service was killed', 'Report-builder was killed'] as const;
const FOCUS = 'Focus was lost when';
const DATE = 'Date in';
const JUMP = 'Layout of';
const STRICT = 'Type check of';
const SNAPSHOT = 'Snapshot tests of';
const DELETED = 'Soft-deleted rows of';
const KEY = 'Idempotency key in';
const MODES = 'Sandbox and live keys';
const ALERT = 'Alert on import-runner';
const PROBE = 'Health check of import-runner';
const OUTBOX = 'Outbox of mail-relay';
const UPGRADE = 'Upgrade of celery';

/** With none of the memory's own words: what only its meaning can find. */
export const MEANT: readonly DemoQuestion[] = [
  ['stale data wins when someone enters text too fast', LATE],
  ['out-of-order network replies in a lookup field', LATE],
  ['prevent old responses from replacing recent data', LATE],
  ['UI sluggish during input', ...SLOW_TYPING],
  ['too many component updates per character', ...SLOW_TYPING],
  ['why is entering text so laggy in grids', ...SLOW_TYPING],
  ['screen reader person has no idea where they are after dismissing a popup', FOCUS],
  ['modal dismissal moves cursor elsewhere', FOCUS],
  ['tab order reset following popover', FOCUS],
  ['off by one error for Americans', DATE],
  ['deadline appears yesterday', DATE],
  ['birthday displayed incorrectly for visitors in Chicago', DATE],
  ['things move around while a screen appears', JUMP],
  ['visual instability of placeholders', JUMP],
  ['elements slide below my finger', JUMP],
  ['settings inconsistent across modules', STRICT],
  ['undefined value slipped past static analysis', STRICT],
  ['lenient static analysis in a library', STRICT],
  ['regression approved blindly by reviewers', SNAPSHOT],
  ['unhelpful giant fixture comparisons', SNAPSHOT],
  ['blind visitors cannot tell what a control does', SNAPSHOT],
  ['crash from exhausting RAM', ...KILLED],
  ['huge download takes down a machine', ...KILLED],
  ['process terminated because of excessive allocation', ...KILLED],
  ['erased records visible again', DELETED],
  ['invisible things leaked into a download', DELETED],
  ['trash contents exposed', DELETED],
  ['paying two times', KEY],
  ['shopper billed again following a network outage', KEY],
  ['duplicate purchase from a phone', KEY],
  ['real money instead of a simulation', MODES],
  ['mixed up credentials', MODES],
  ['incorrect API passwords deployed', MODES],
  ['ignored pager', ALERT],
  ['too much noise for the engineer sleeping', ALERT],
  ['orchestrator murdering sane containers', PROBE],
  ['cascading crash loop from a probe', PROBE],
  ['subscribers receive notifications too soon', OUTBOX],
  ['lost update stream entries under concurrency', OUTBOX],
  ['renamed knob in a recent release of a package', UPGRADE],
];
