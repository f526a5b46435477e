/** `pnpm production:native`: the production stack on this machine's own PostgreSQL, PgBouncer and nginx, until Ctrl-C. */
import { findBinaries } from './binaries';
import { startNative } from './stack';
import { DEMO_PEOPLE } from '@hindsight/shared-contracts/testing/people';

const binaries = findBinaries();
if ('missing' in binaries) {
  console.error(binaries.missing);
  process.exit(1);
}
const stack = await startNative({
  binaries,
  port: Number(process.env.PORT ?? 8080),
  blocks: Number(process.env.DEMO_BLOCKS ?? 1200),
  durable: true,
  report: (text) => console.log(`  ok  ${text}`),
});
const lines = [
  '',
  `Hindsight on two replicas: ${stack.origin}`,
  `Sign in as any of these with the password ${stack.password}:`,
  ...DEMO_PEOPLE.map(({ email, description }) => `  ${email}: ${description}`),
  `Replicas: ${stack.replicas.a}, ${stack.replicas.b}. Kill one and keep going.`,
  'Ctrl-C stops everything and deletes the data.',
];
console.log(lines.join('\n'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stack.stop().then(() => process.exit(0)));
}
