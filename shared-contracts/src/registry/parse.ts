/** Reads what was sent as a registry or a part of one: what does not fit its schema is refused, fields that nobody knows are left out. */
import * as v from 'valibot';
import { RemoteDescriptor } from './descriptor';
import { Registry, Release } from './registry';

function createParser<Schema extends v.GenericSchema>(schema: Schema) {
  return (value: unknown): v.InferOutput<Schema> => {
    const result = v.safeParse(schema, value);
    if (result.success) return result.output;
    const [issue] = result.issues;
    throw new Error(`It breaks its schema at ${v.getDotPath(issue) ?? 'its root'}: ${issue.message}.`);
  };
}

/** @throws Error with a sentence that says where the value is no registry. */
export const parseRegistry = createParser(Registry);

/** @throws Error with a sentence that says where the value is no release. */
export const parseRelease = createParser(Release);

/** @throws Error with a sentence that says where the value does not describe a remote. */
export const parseDescriptor = createParser(RemoteDescriptor);
