/** Unpacks archives, and rejects binary files with the name of their type. */
import { Gunzip, unzipSync } from 'fflate';
import { Unreadable } from './source';

export interface NamedBytes {
  name: string;
  bytes: Uint8Array;
}

/** Limit of unpacked bytes per archive: protects against ZIP bombs. */
const MAX_UNPACKED = 200 * 1024 * 1024;
const TOO_LARGE = 'It is larger than 200 MB when unpacked.';
const BROKEN_ZIP =
  'The ZIP file is damaged or protected by a password. Unpack it and import the files inside.';
const READABLE = /\.(?:csv|tsv|jsonl?|ndjson|af|md|markdown|txt)(?:\.gz)?$/i;
/** Files of the operating system or of version control. */
const HIDDEN = /(?:^|\/)(?:__MACOSX|\.[^/]+)(?:\/|$)/;

const NO_TEXTS: readonly [mark: string, reason: string][] = [
  ['%PDF-', 'It is a PDF document. Export the memories as JSON, CSV or Markdown.'],
  ['\x89PNG', 'It is an image, not a text file.'],
  ['\xff\xd8\xff', 'It is an image, not a text file.'],
  ['SQLite format 3\0', 'It is a database, not an export. Export the memories from the tool that wrote it.'],
  ['\xd0\xcf\x11\xe0', 'It is an Office document. Save it as CSV or text.'],
  ["7z\xbc\xaf'\x1c", 'It is a 7-Zip archive. Unpack it and import the files inside.'],
  ['Rar!', 'It is a RAR archive. Unpack it and import the files inside.'],
];

const startsWith = (bytes: Uint8Array, mark: string) =>
  [...mark].every((sign, at) => bytes[at] === sign.charCodeAt(0));

/** Counts the actual output, since the size declared by an archive is not trustworthy. */
function gunzip(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  const stream = new Gunzip((part, isLast) => {
    size += part.length;
    if (size > MAX_UNPACKED) throw new Unreadable(TOO_LARGE);
    parts.push(part);
    isWhole = isLast;
  });
  try {
    stream.push(bytes, true);
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    isWhole = false;
  }
  if (!isWhole) throw new Unreadable('The compressed file is damaged.');
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function unzip(bytes: Uint8Array): NamedBytes[] {
  let size = 0;
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (/^(?:xl|word|ppt)\//.test(name))
          throw new Unreadable('It is an Office document. Save it as CSV or text.');
        if (!READABLE.test(name) || HIDDEN.test(name)) return false;
        size += originalSize;
        if (size > MAX_UNPACKED) throw new Unreadable(TOO_LARGE);
        return true;
      },
    });
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(BROKEN_ZIP);
  }
  const found = Object.entries(files).map(([name, content]) => unpackGzip({ name, bytes: content }));
  if (found.length === 0) throw new Unreadable('The ZIP file holds no JSON, CSV, Markdown or text file.');
  return found;
}

const isGzip = (bytes: Uint8Array) => startsWith(bytes, '\x1f\x8b');

const unpackGzip = ({ name, bytes }: NamedBytes): NamedBytes =>
  isGzip(bytes) ? { name: name.replace(/\.gz$/i, ''), bytes: gunzip(bytes) } : { name, bytes };

/**
 * Returns the files in an archive, or the file itself.
 * @throws Unreadable for binary files, and for archives that cannot be opened.
 */
export function unpack(file: NamedBytes): NamedBytes[] {
  const { bytes } = file;
  const known = NO_TEXTS.find(([mark]) => startsWith(bytes, mark));
  if (known) throw new Unreadable(known[1]);
  if (startsWith(bytes, 'PK\x03\x04') || startsWith(bytes, 'PK\x05\x06')) return unzip(bytes);
  return [unpackGzip(file)];
}
