/** Composes and compresses each document once per registry and host build, however often it is requested. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FrameProgram, Registry } from '@hindsight/shared-contracts/registry';
import { composePage } from './page';
import { createFrameRenderer, matchPlace, listRoutes } from './places';
import { planFirstQueries, pageToPreload } from './preloads';

/** ETag over everything that determines a response. */
export const computeTag = (...parts: string[]) =>
  `W/"${createHash('sha256').update(parts.join('\0')).digest('base64url').slice(0, 24)}"`;

/** Inputs of the documents; any changed field makes a new version. */
interface Source {
  template: string;
  registry: Registry | null;
  program: FrameProgram | null;
  problem: string | null;
}

const COMPRESSORS = { br: promisify(brotliCompress), gzip: promisify(gzip) };
export type Coding = keyof typeof COMPRESSORS;
/** Content codings for documents, best first. */
export const CODINGS = Object.keys(COMPRESSORS) as Coding[];

interface Composed {
  etag: string;
  /** Bytes of the document, compressed on the first request for this coding. */
  bytes(coding: Coding | null): Promise<Buffer>;
}

function composed(text: string): Composed {
  const plain = Buffer.from(text);
  const compressed = new Map<Coding, Promise<Buffer>>();
  return {
    etag: computeTag(text),
    async bytes(coding) {
      if (!coding) return plain;
      const known = compressed.get(coding) ?? COMPRESSORS[coding](plain);
      compressed.set(coding, known);
      return known;
    },
  };
}

function compose(source: Source, runtime: Record<string, unknown>) {
  const { template, registry, program, problem } = source;
  const routes = registry ? listRoutes(registry, program) : [];
  // With a registry problem, the page must report it at once; the frame cannot.
  const frame = createFrameRenderer(template, problem === null ? program : null, registry, runtime);
  const documents = new Map<string, Composed>();
  return (pathname: string, signedIn: boolean): Composed => {
    const place = matchPlace(routes, pathname);
    const key = `${signedIn} ${place}`;
    const known = documents.get(key);
    if (known) return known;
    const preload = registry && pageToPreload(registry, place, signedIn);
    const first = registry && signedIn ? planFirstQueries(registry, place, runtime) : null;
    const text = composePage({ template, runtime, registry, problem, preload, first, frame: frame(place) });
    const made = composed(text);
    documents.set(key, made);
    return made;
  };
}

/** @returns the documents of a source, cached until the source changes. */
export function createComposer(runtime: Record<string, unknown>) {
  let last: { source: Source; documents: ReturnType<typeof compose> } | null = null;
  return (source: Source) => {
    const isSame =
      last && (Object.keys(source) as (keyof Source)[]).every((key) => last!.source[key] === source[key]);
    if (!last || !isSame) last = { source, documents: compose(source, runtime) };
    return last.documents;
  };
}
