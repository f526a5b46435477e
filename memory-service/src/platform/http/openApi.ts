/** Generates the OpenAPI 3.1 document from the endpoint table, so it always matches the validation. */
import { endpoints, ErrorBody } from '@hindsight/shared-contracts/api';
import type { EndpointSchemas } from '@hindsight/shared-contracts/api';
import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/** `input` describes what clients send, `output` what they receive. Parameters are described by their parsed type. */
function schemaFor(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
}

const ERRORS: Readonly<Record<string, string>> = {
  400: 'The request is malformed or incomplete; for example, it has no active scope.',
  401: 'Not signed in, or the token was rejected.',
  403: 'The caller isn’t allowed to do this.',
  404: 'Not found, or not visible to the caller.',
  409: 'Conflict with the current state of the data.',
  410: 'No longer available.',
  413: 'The request or its response is too large.',
  414: 'The URL of the request, or part of it, is too long.',
  415: 'The request body must be JSON.',
  422: 'A value is invalid; the detail lists each invalid value and its location.',
  429: 'Too many requests; Retry-After says when to try again.',
  500: 'The service failed; its log has details under the request ID.',
  502: 'An upstream server failed.',
  503: 'A feature is turned off, or a dependency is not responding.',
};

const content = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } });

const errorAnswers = Object.fromEntries(
  Object.entries(ERRORS).map(([status, description]) => [
    status,
    { description, ...content({ $ref: '#/components/schemas/Error' }) },
  ]),
);

function toParameters(schema: z.ZodObject | undefined, place: 'path' | 'query') {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => {
    const type = field as z.ZodType;
    return {
      name,
      in: place,
      required: place === 'path' || !type.safeParse(undefined).success,
      schema: schemaFor(type, 'output'),
    };
  });
}

const headerRef = (name: string) => ({ $ref: `#/components/parameters/${name}` });
const HEADERS = ['X-Active-Scope', 'X-Organization-Id'].map(headerRef);
const WRITE_HEADERS = [...HEADERS, headerRef('Idempotency-Key')];

const describeStream = ({ stream }: EndpointSchemas) =>
  stream ? { content: { 'text/event-stream': { schema: schemaFor(stream, 'output') } } } : {};

function describeOperation(key: string, schemas: EndpointSchemas) {
  const [, path = ''] = key.split(' ');
  const status = schemas.status ?? 200;
  const answer = schemas.response ? content(schemaFor(schemas.response, 'output')) : describeStream(schemas);
  const bodyIsOptional = schemas.body?.safeParse(undefined).success ?? true;
  return {
    operationId: key
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/_$/, ''),
    summary: schemas.summary,
    tags: [path.split('/')[1] ?? ''],
    parameters: [
      ...toParameters(schemas.params, 'path'),
      ...toParameters(schemas.query, 'query'),
      ...(key.startsWith('GET ') ? HEADERS : WRITE_HEADERS),
    ],
    ...(schemas.body && {
      requestBody: { required: !bodyIsOptional, ...content(schemaFor(schemas.body, 'input')) },
    }),
    responses: {
      [status]: { description: 'Success.', ...answer },
      ...(schemas.accepted && {
        202: {
          description: 'The work continues as a job.',
          ...content(schemaFor(schemas.accepted, 'output')),
        },
      }),
      ...errorAnswers,
    },
  };
}

/** Generates the complete document. */
export function openApiDocument(version: string): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [key, schemas] of Object.entries(endpoints)) {
    const [method = '', path = ''] = key.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(key, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Memory service', version: version === 'unknown' ? '1.0.0' : version },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, { apiKey: [] }, {}],
    paths,
    components: {
      schemas: { Error: schemaFor(ErrorBody, 'output') },
      parameters: {
        'X-Active-Scope': {
          name: 'X-Active-Scope',
          in: 'header',
          description: 'The workspace: personal, organization or public.',
          schema: { type: 'string', enum: ['personal', 'organization', 'public'] },
        },
        'X-Organization-Id': {
          name: 'X-Organization-Id',
          in: 'header',
          description:
            'The organization, if the scope is organization. Responses to non-members carry `X-Scope-Membership: none`.',
          schema: { type: 'string', format: 'uuid' },
        },
        'Idempotency-Key': {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'Identifies this write. If the same person repeats it unchanged within a day, it is not carried out again and the first response is returned. Reusing the key for a different request returns 422; while the first request is in progress, 409 with Retry-After.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
    },
  };
}
