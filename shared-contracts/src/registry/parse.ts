/** Parses a registry or a part of one: rejects values that break the schema and drops unknown fields. */
import * as v from 'valibot';
import { RemoteDescriptor } from './descriptor';
import { Registry, Release } from './registry';

function createParser<Schema extends v.GenericSchema>(schema: Schema) {
  return (value: unknown): v.InferOutput<Schema> => {
    const result = v.safeParse(schema, value);
    if (result.success) return result.output;
    const [issue] = result.issues;
    throw new Error(`Invalid value at ${v.getDotPath(issue) ?? 'the root'}: ${issue.message}.`);
  };
}

/** @throws Error with a sentence that names the invalid field. */
export const parseRegistry = createParser(Registry);

/** @throws Error with a sentence that names the invalid field. */
export const parseRelease = createParser(Release);

/** @throws Error with a sentence that names the invalid field. */
export const parseDescriptor = createParser(RemoteDescriptor);
