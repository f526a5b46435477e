/** The deployment's configuration, which comes inside the page: `<script type="application/json" id="config">`. */
import { fields, type Fields } from '@hindsight/shared-contracts/api/client';

let known: Fields | null = null;

/** Everything that is configured; nothing when the page brings none or what it brings is no JSON. */
export function readSettings(page: Document = document): Fields {
  try {
    return fields(JSON.parse(page.getElementById('config')?.textContent ?? 'null'));
  } catch {
    return {};
  }
}

/** One value as it was written; whoever uses it checks it. */
export function setting(name: string): unknown {
  known ??= readSettings();
  return known[name];
}
