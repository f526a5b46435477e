/** Writes all memories of a view to a file, page by page. */
import { useEffect, useRef, useState } from 'react';
import { download, describeError } from '@hindsight/shared-contracts/rules';
import { readView } from '../../api/readAllMatching';
import { useWriteContext } from '../../api/memoryWrites';
import { loadNames } from '../../api/workspaceNames';
import { EXPORT_FORMATS, exportName, exportWriter, type ExportFormat } from '../../model/exportFormats';
import type { Memory } from '../../model/memory';
import { isFiltered, type MemoryView } from '../../model/memoryFilters';

export type ExportState =
  | { phase: 'idle' }
  | { phase: 'reading'; read: number; total: number | null }
  /** `total`: number of matches according to the service at the end. */
  | { phase: 'done'; count: number; total: number | null; name: string }
  | { phase: 'failed'; reason: string; read: number };

export interface Export {
  state: ExportState;
  start(format: ExportFormat, withArchived: boolean): Promise<void>;
  cancel(): void;
}

const toPage = (rows: readonly Memory[]) => ({ rows, progress: { read: rows.length, total: rows.length } });

/** @param chosen memories to export instead of all matches of the view. */
export function useExport(view: MemoryView, chosen?: readonly Memory[]): Export {
  const context = useWriteContext();
  const [state, setState] = useState<ExportState>({ phase: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), [context]);

  return {
    state,
    cancel: () => running.current?.abort(),
    async start(format, withArchived) {
      const controller = new AbortController();
      const { signal } = controller;
      running.current = controller;
      const at = new Date().toISOString();
      const writer = exportWriter(format, at);
      const type = EXPORT_FORMATS.find(({ value }) => value === format)?.type ?? 'text/plain';
      // Browsers keep blobs outside the page's memory.
      const parts = [new Blob([writer.start()])];
      let count = 0;
      let total: number | null = null;
      setState({ phase: 'reading', read: 0, total });
      try {
        const pages = chosen ? [toPage(chosen)] : readView(context, view, { signal, withArchived });
        for await (const { rows, progress } of pages) {
          parts.push(new Blob([writer.rows(rows)]));
          count = progress.read;
          total = progress.total;
          setState({ phase: 'reading', read: count, total });
        }
        const names = chosen || isFiltered(view) ? undefined : await loadNames(context, signal);
        parts.push(new Blob([writer.end(names)]));
        const name = exportName(format, at);
        download(parts, type, name);
        setState({ phase: 'done', count, total, name });
      } catch (error) {
        if (signal.aborted) setState({ phase: 'idle' });
        else setState({ phase: 'failed', reason: describeError(error), read: count });
      }
    },
  };
}
