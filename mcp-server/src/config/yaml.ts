/** YAML: sets the entry in the document and keeps its comments and order. */
import { isDeepStrictEqual } from 'node:util';
import { SERVER_NAME } from '@hindsight/shared-contracts/clients';
import { type Document, isMap, parseDocument } from 'yaml';
import type { Format } from './format';
import { ConfigProblem } from './problem';

function readDocument(text: string): Document {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) throw new ConfigProblem(`It is not valid YAML (${error.message.split('\n')[0]}).`);
  if (document.contents !== null && !isMap(document.contents))
    throw new ConfigProblem('It is not a YAML map.');
  return document;
}

/** @param keys path to the servers. */
export function yamlFormat(keys: readonly string[]): Format {
  const path = [...keys, SERVER_NAME];
  const read: Format['read'] = (text) => {
    const entry = readDocument(text).getIn(path);
    return isMap(entry) ? (entry.toJSON() as Record<string, unknown>) : null;
  };
  return {
    read,
    write(text, entry) {
      if (isDeepStrictEqual(read(text), entry)) return text;
      const document = readDocument(text);
      document.setIn(path, document.createNode(entry));
      return document.toString();
    },
    remove(text) {
      const document = readDocument(text);
      document.deleteIn(path);
      return document.toString();
    },
  };
}
