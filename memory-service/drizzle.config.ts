/** Configures the migration generator: reads the schema and writes SQL (`pnpm --filter @hindsight/memory-service migrations`). */
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/schema/!(*.test).ts',
  out: './migrations',
});
