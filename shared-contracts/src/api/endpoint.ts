/** Describes one API call by its schemas; server validation and client types derive from it. */
import type { z } from 'zod';

/** Schemas of one endpoint. An absent request schema (params, query, body) is not read; an absent response is empty (204). */
export interface EndpointSchemas {
  /** Path parameters; strings on the wire. */
  params?: z.ZodObject;
  /** Query string. Values arrive as strings; the schemas coerce them. */
  query?: z.ZodObject;
  body?: z.ZodType;
  /** JSON body of a success response. */
  response?: z.ZodType;
  /** Success status; defaults to 200. */
  status?: 200 | 201 | 202 | 204;
  /** Body of a 202, when the client sent `Prefer: respond-async` and the work continues as a job. */
  accepted?: z.ZodType;
  /** Data of each event, for endpoints that respond with server-sent events. */
  stream?: z.ZodType;
  /** One-line summary for the OpenAPI document. */
  summary: string;
}

/** Identity function that keeps the literal types of the schemas. */
export function endpoint<const T extends EndpointSchemas>(schemas: T): T {
  return schemas;
}
