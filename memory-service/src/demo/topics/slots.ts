/** Concrete names and numbers for the slots of demo sentences. */
import type { Random } from '../random';

const WORDS: Readonly<Record<string, readonly string[]>> = {
  svc: [
    'checkout-api',
    'ledger',
    'invoice-worker',
    'catalog-search',
    'session-gateway',
    'pricing-engine',
    'mail-relay',
    'fulfilment',
    'tenant-directory',
    'audit-sink',
    'media-resizer',
    'webhook-dispatcher',
    'quota-service',
    'report-builder',
    'feature-store',
    'import-runner',
  ],
  web: [
    'OrderTable',
    'CheckoutForm',
    'InviteDialog',
    'SearchPalette',
    'ActivityFeed',
    'DateRangePicker',
    'PlanSwitcher',
    'UploadTray',
    'MemberList',
    'CommentThread',
    'FilterBar',
    'UsageChart',
  ],
  table: [
    'orders',
    'ledger_entries',
    'sessions',
    'line_items',
    'webhook_deliveries',
    'price_rules',
    'memberships',
    'exports',
    'audit_events',
    'inventory_moves',
    'email_log',
    'attachments',
  ],
  file: [
    'src/payments/capture.ts',
    'internal/queue/consumer.go',
    'app/jobs/reindex.py',
    'lib/auth/session.ts',
    'crates/store/src/wal.rs',
    'packages/ui/table/virtual.tsx',
    'cmd/migrate/main.go',
    'src/http/retry.ts',
    'services/billing/tax.py',
    'deploy/helm/values.yaml',
    'src/import/csv.ts',
    'internal/cache/lru.go',
  ],
  job: [
    'nightly-reconcile',
    'reindex-catalog',
    'close-month',
    'purge-exports',
    'sync-directory',
    'rebuild-thumbnails',
    'send-digests',
    'rotate-keys',
    'warm-cache',
    'compact-events',
  ],
  env: [
    'staging',
    'production',
    'the preview environment',
    'the EU cluster',
    'the load-test cluster',
    'CI',
    'the canary pool',
  ],
  flag: [
    'new-tax-engine',
    'lazy-cart',
    'bulk-invite',
    'streaming-export',
    'edge-sessions',
    'fast-search',
    'split-ledger',
    'inline-preview',
  ],
  who: [
    'Maren',
    'Idris',
    'Saskia',
    'Tomas',
    'Noor',
    'Jun',
    'the on-call',
    'the reviewer',
    'the platform team',
  ],
  lib: [
    'zod',
    'pg',
    'fastify',
    'react-query',
    'sqlx',
    'pydantic',
    'serde',
    'pgx',
    'undici',
    'esbuild',
    'vitest',
    'celery',
  ],
};

const NUMBERS: Readonly<Record<string, readonly [number, number]>> = {
  n: [2, 19],
  rows: [12, 940],
  ms: [120, 4800],
  pct: [3, 68],
  min: [4, 55],
  mb: [48, 1900],
  pr: [311, 4820],
  major: [1, 9],
  minor: [0, 24],
};

export type SlotValues = Readonly<Record<string, string>>;

/** One value per slot; a whole lesson uses the same set, so that its sentences agree. */
export function pickSlots(random: Random): SlotValues {
  const values: Record<string, string> = {};
  for (const [name, words] of Object.entries(WORDS)) values[name] = random.pick(words);
  for (const [name, [min, max]] of Object.entries(NUMBERS)) values[name] = String(random.between(min, max));
  return values;
}

/** Fills the slots of a sentence. @throws Error for an unknown slot, which is a mistake in the text. */
export function fill(sentence: string, values: SlotValues): string {
  const filled = sentence.replace(/\{(\w+)\}/g, (slot, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Unknown slot ${slot} in demo text.`);
    return value;
  });
  return filled.charAt(0).toUpperCase() + filled.slice(1);
}
