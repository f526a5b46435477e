/** Traces, metrics and logs for a collector, configured by the standard OpenTelemetry variables. Without an endpoint nothing is loaded. */
import { createRequire } from 'node:module';
import { toLogRecord } from '@hindsight/shared-contracts/rules';

const PROBES = /^\/(health|ready|metrics)$/;

let emit: ((line: string) => void) | undefined;

/** Also forwards each line of a pino log to the collector. */
export function streamWrite(line: string): string {
  emit?.(line);
  return line;
}

/** @returns a function that flushes pending data and shuts down. */
export async function startTelemetry(
  env: Record<string, string | undefined>,
): Promise<() => Promise<void> | undefined> {
  if (!env['OTEL_EXPORTER_OTLP_ENDPOINT']) return () => undefined;
  const [{ NodeSDK }, { logs }, { HttpInstrumentation }, { PgInstrumentation }, undici, fastify] =
    await Promise.all([
      import('@opentelemetry/sdk-node'),
      import('@opentelemetry/api-logs'),
      import('@opentelemetry/instrumentation-http'),
      import('@opentelemetry/instrumentation-pg'),
      import('@opentelemetry/instrumentation-undici'),
      import('@fastify/otel'),
    ]);
  const sdk = new NodeSDK({
    serviceName: env['OTEL_SERVICE_NAME'] ?? 'hindsight-memory-service',
    instrumentations: [
      new HttpInstrumentation({
        disableOutgoingRequestInstrumentation: true,
        ignoreIncomingRequestHook: ({ url }) => PROBES.test(url ?? ''),
      }),
      new PgInstrumentation({ requireParentSpan: true }),
      new undici.UndiciInstrumentation({ requireParentforSpans: true }),
      new fastify.default({
        registerOnInitialization: true,
        instrumentHooks: false,
      }),
    ],
  });
  sdk.start();
  // Requiring modules again that are already loaded instruments them.
  const load = createRequire(import.meta.url);
  load('node:http');
  createRequire(load.resolve('pg'))('pg-pool');
  load('pg');
  const logger = logs.getLogger('pino');
  emit = (line) => logger.emit(toLogRecord(line));
  return () => sdk.shutdown();
}
