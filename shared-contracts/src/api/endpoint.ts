/** How one call of the memory service is described: schemas in, schema out. Server validation and client types derive from it. */
import type { z } from 'zod';

/** Schemas of one endpoint; what is absent is not read (params, query, body) or is empty (response of a 204). */
export interface EndpointSchemas {
  /** Path parameters, all strings on the wire. */
  params?: z.ZodObject;
  /** Query string. Values arrive as strings; schemas coerce. */
  query?: z.ZodObject;
  body?: z.ZodType;
  /** JSON answer of the success status. */
  response?: z.ZodType;
  /** Success status; 200 unless said. */
  status?: 200 | 201 | 202 | 204;
  /** Answer of a 202 when the client sent `Prefer: respond-async` and the work continues as a job. */
  accepted?: z.ZodType;
  /** Data of each event, where the answer is a stream of server-sent events. */
  stream?: z.ZodType;
  /** One line for the reader of the OpenAPI document. */
  summary: string;
}

/** Identity function that keeps the literal types of the schemas. */
export function endpoint<const T extends EndpointSchemas>(schemas: T): T {
  return schemas;
}
