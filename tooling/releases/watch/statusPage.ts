/** Release status page for operators: plain HTML without scripts. */
import type { Registry } from '@hindsight/shared-contracts/registry';
import { attribute } from '../../../gateway/src/markup';
import { allFigures, type ReleaseFigures } from './figures';
import { judgeAll, runningReleases } from './watchCanaries';
import { partText, reasonLines, STATUS_HEADINGS, statusCells } from './statusRows';
import type { TabRow } from './tabRows';

export const STATUS_STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: 1rem 0 0.25rem; }
th, td { padding: 0.375rem 0.75rem 0.375rem 0; text-align: right; border-bottom: 1px solid #8885; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
.role { opacity: 0.75; }
`;

const cell = (text: string) => `<td>${attribute(text)}</td>`;

function table(
  registry: Registry,
  remote: string,
  releases: readonly ReleaseFigures[],
  rows: readonly TabRow[],
  now: number,
): string {
  const all = releases.filter((release) => release.remote === remote);
  const live = all.find(({ version }) => version === registry.remotes[remote]?.version);
  const lines = all.map((figures) => {
    const [version = '', ...cells] = statusCells(figures, live);
    const role = `<span class="role">${attribute(partText(registry, figures))}</span>`;
    return `<tr><th scope="row">${attribute(version)} ${role}</th>${cells.map(cell).join('')}</tr>`;
  });
  const said = judgeAll(registry, rows, now).find((judged) => judged.remote === remote);
  const note = said
    ? `<p>Automatic canary ${attribute(said.canary.to.version)}: ${attribute(said.verdict.reason)}</p>`
    : '';
  const reasons = reasonLines(all).map((line) => `<p>${attribute(line)}</p>`);
  const headings = STATUS_HEADINGS.map((heading) => `<th scope="col">${heading}</th>`).join('');
  return `<div class="table" role="region" tabindex="0" aria-label="${attribute(remote)}"><table><caption>${attribute(remote)}</caption><thead><tr>${headings}</tr></thead><tbody>${lines.join('')}</tbody></table></div>${reasons.join('')}${note}`;
}

/** @param registry null when there is none. */
export function statusPage(registry: Registry | null, rows: readonly TabRow[], now: number): string {
  const all = registry ? allFigures(rows, runningReleases(registry)) : [];
  const remotes = [...new Set(all.map(({ remote }) => remote))];
  const tables = registry ? remotes.map((remote) => table(registry, remote, all, rows, now)).join('') : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="30">
<title>Releases · AI-Powered Memory Dashboard</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/release-status.css">
</head>
<body>
<main>
<h1>Releases</h1>
<p>Reports from open pages in the last seven days, including versions that are no longer in use. Vitals are 75th percentiles, with the difference from the live version in parentheses.</p>
${tables || '<p>No remote is online.</p>'}
</main>
</body>
</html>
`;
}
