/** Traces, metrics and logs for a collector, configured by OpenTelemetry's own variables. Without an endpoint, none of it is loaded. */
import { createRequire } from 'node:module';
import { toLogRecord } from '@hindsight/shared-contracts/rules';

let emit: ((line: string) => void) | undefined;

/** Copies each line of a pino log to the collector. */
export function streamWrite(line: string): string {
  emit?.(line);
  return line;
}

/** @returns flushes what is left and shuts down. */
export async function startTelemetry(
  env: Record<string, string | undefined>,
): Promise<() => Promise<void> | undefined> {
  if (!env['OTEL_EXPORTER_OTLP_ENDPOINT']) return () => undefined;
  const [{ NodeSDK }, { logs }, { HttpInstrumentation }, { UndiciInstrumentation }, fastify] =
    await Promise.all([
      import('@opentelemetry/sdk-node'),
      import('@opentelemetry/api-logs'),
      import('@opentelemetry/instrumentation-http'),
      import('@opentelemetry/instrumentation-undici'),
      import('@fastify/otel'),
    ]);
  const sdk = new NodeSDK({
    serviceName: env['OTEL_SERVICE_NAME'] ?? 'hindsight-gateway',
    instrumentations: [
      new HttpInstrumentation({
        disableOutgoingRequestInstrumentation: true,
        ignoreIncomingRequestHook: ({ url }) => url === '/healthz',
      }),
      new UndiciInstrumentation({
        requireParentforSpans: true,
        // Drop the browser's traceparent, so the span of this call becomes the parent in the service.
        startSpanHook: ({ headers }) => {
          const at = headers.indexOf('traceparent');
          if (Array.isArray(headers) && at >= 0) headers.splice(at, 2);
          return {};
        },
      }),
      new fastify.default({
        registerOnInitialization: true,
        instrumentHooks: false,
      }),
    ],
  });
  sdk.start();
  // Modules loaded earlier are instrumented when required again.
  createRequire(import.meta.url)('node:http');
  const logger = logs.getLogger('pino');
  emit = (line) => logger.emit(toLogRecord(line));
  return () => sdk.shutdown();
}
