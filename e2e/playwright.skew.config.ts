/** The version-skew matrix, run separately by `pnpm skew`: it needs the previous release, built from history. */
import { defineConfig } from '@playwright/test';
import config from './playwright.config';

export default defineConfig({
  ...config,
  projects: [{ name: 'skew', testMatch: 'skew/**/*.spec.ts' }],
  workers: 1,
  timeout: 120_000,
});
