/** A store in an S3-compatible bucket: signed requests and conditional writes. */
import { AwsClient } from 'aws4fetch';
import { ChangedMeanwhileError, cacheHeaders, type Store, type StoredFile, TakenError } from './store';

export interface Bucket {
  bucket: string;
  /** Path inside the bucket, without leading or trailing slash. */
  prefix: string;
  /** URL of the service; the bucket is the first path segment. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/** Statuses of a conditional write whose condition failed, is unsupported, or conflicts with a concurrent write. */
const NOT_AS_EXPECTED = [400, 409, 412];

const unescapeXml = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&amp;', '&');

const readXmlTexts = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text]) => unescapeXml(text ?? ''));

/** @throws Error with the address, the status and the service's message, for any outcome other than success or absence. */
export function s3Store(where: Bucket): Store {
  const client = new AwsClient({ ...where, service: 's3', retries: 3 });
  const name = `s3://${[where.bucket, where.prefix].filter(Boolean).join('/')}`;
  const root = `${where.endpoint.replace(/\/$/, '')}/${where.bucket}`;
  const path = (key: string) => [where.prefix, key].filter(Boolean).join('/');
  const objectUrl = (key: string) => `${root}/${path(key).split('/').map(encodeURIComponent).join('/')}`;

  async function ask(url: string, init: RequestInit, allowed: number[] = []): Promise<Response> {
    const answer = await client.fetch(url, init).catch((error: Error) => {
      throw new Error(`${where.endpoint} cannot be reached: ${String(error.cause ?? error.message)}`);
    });
    if (answer.ok || allowed.includes(answer.status)) return answer;
    const said = readXmlTexts(await answer.text(), 'Message')[0] ?? answer.statusText;
    throw new Error(`${name} answered ${init.method ?? 'GET'} ${url} with ${answer.status}: ${said}`);
  }

  async function read(key: string): Promise<StoredFile | null> {
    const answer = await ask(objectUrl(key), { headers: { 'Accept-Encoding': 'identity' } }, [404]);
    if (!answer.ok) return null;
    return { bytes: Buffer.from(await answer.arrayBuffer()), tag: answer.headers.get('etag') ?? '' };
  }

  async function put(key: string, bytes: Buffer, condition: Record<string, string>): Promise<boolean> {
    const init = {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { ...cacheHeaders(key), ...condition },
    };
    return (await ask(objectUrl(key), init, NOT_AS_EXPECTED)).ok;
  }

  /** Whether the bytes were stored: detects a write whose response was lost, when a retry conflicts with it. */
  const hasArrived = async (key: string, bytes: Buffer) => (await read(key))?.bytes.equals(bytes) ?? false;

  async function listKeys(folder: string): Promise<string[]> {
    const keys: string[] = [];
    let token: string | undefined;
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix: path(`${folder}/`) });
      if (token) query.set('continuation-token', token);
      const xml = await (await ask(`${root}?${query.toString()}`, {})).text();
      keys.push(...readXmlTexts(xml, 'Key'));
      token = readXmlTexts(xml, 'NextContinuationToken')[0];
    } while (token);
    return keys;
  }

  return {
    name,
    read,
    async replace(key, bytes, expected) {
      const conditions: Record<string, string>[] =
        expected === null
          ? [{ 'If-None-Match': '*' }]
          : // Ceph before release 19 compares the ETag of a conditional write without quotes; both forms replace only the expected file.
            [{ 'If-Match': expected }, { 'If-Match': expected.replaceAll('"', '') }];
      for (const condition of conditions) if (await put(key, bytes, condition)) return;
      if (await hasArrived(key, bytes)) return;
      throw new ChangedMeanwhileError(key, name);
    },
    async addFolder(folder, files, last) {
      const marker = files.get(last);
      if (!marker) throw new Error(`${folder} has no ${last}.`);
      if (await read(`${folder}/${last}`)) throw new TakenError(folder, name);
      // Writes the description last, so that no reader finds a partial release. Overwrites nothing, so that concurrent publishers of one
      // version do not mix their files.
      const rest = [...files].filter(([file]) => file !== last);
      for (const [file, bytes] of [...rest, [last, marker] as const]) {
        const key = `${folder}/${file}`;
        if ((await put(key, bytes, { 'If-None-Match': '*' })) || (await hasArrived(key, bytes))) continue;
        if (file === last) throw new TakenError(folder, name);
        throw new Error(
          `${name} has a different ${key}: someone else is publishing this version, or a publish was interrupted. Release under a new version.`,
        );
      }
    },
    async list(folder) {
      const length = path(`${folder}/`).length;
      return (await listKeys(folder)).map((key) => key.slice(length));
    },
    async removeFolder(folder) {
      for (const key of await listKeys(folder)) {
        const url = `${root}/${key.split('/').map(encodeURIComponent).join('/')}`;
        await ask(url, { method: 'DELETE' }, [404]);
      }
    },
    // A bucket has no lock that survives a killed process; the conditional write decides who was first.
    alone: (run) => run(),
  };
}
