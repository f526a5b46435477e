/** The source of an import: a file or pasted text. */
import { useState } from 'react';
import { Alert } from '@hindsight/shared-ui/core';
import { TextArea } from '@hindsight/shared-ui/form';
import styles from './transfer.module.css';
import type { ImportFile as ImportSource } from './useImport';
import { FILE_TOO_LARGE, FILE_UNREADABLE, MARKDOWN_HINT } from './texts';

/** Larger files are refused before they fill the page's memory. */
const MOST_BYTES = 50 * 1024 * 1024;

interface ImportFileProps {
  text: string;
  onText(text: string): void;
  onFile(file: ImportSource): void;
}

export function ImportFile({ text, onText, onFile }: ImportFileProps) {
  const [problem, setProblem] = useState('');
  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > MOST_BYTES) {
      setProblem(FILE_TOO_LARGE);
      return;
    }
    try {
      onFile({ content: new Uint8Array(await file.arrayBuffer()), name: file.name });
    } catch {
      setProblem(FILE_UNREADABLE);
    }
  }
  return (
    <>
      <label className={styles.file}>
        <span>File</span>
        <input
          type="file"
          accept=".json,.jsonl,.ndjson,.af,.csv,.tsv,.md,.markdown,.txt,.zip,.gz,application/json,text/csv,text/markdown,text/plain,application/zip"
          data-autofocus
          onChange={(event) => void take(event.target.files?.[0])}
        />
      </label>
      {problem !== '' && <Alert>{problem}</Alert>}
      <TextArea label="Or paste the text" value={text} onChange={onText} rows={8} hint={MARKDOWN_HINT} mono />
    </>
  );
}
