/** Encoders of failure reports: JSON lines, OpenTelemetry logs, Sentry envelopes. */
import type { TelemetryFormat } from '@hindsight/shared-contracts/config';
import type { FailureReport } from './report';

/** Sent with every batch. */
interface AppInfo {
  name: string;
  version: string;
}

interface ReportRequest {
  url: string;
  type: string;
  body: string;
}

type Encoder = (url: string, reports: readonly FailureReport[], app: AppInfo) => ReportRequest[];

const lines: Encoder = (url, reports, app) => [
  {
    url,
    type: 'application/json',
    body: reports
      .map((report) => JSON.stringify({ msg: 'dashboard failure', program: app, ...report }))
      .join('\n'),
  },
];

const attributes = (values: Record<string, string | null | undefined>) =>
  Object.entries(values).flatMap(([key, value]) => (value ? [{ key, value: { stringValue: value } }] : []));

/** https://opentelemetry.io/docs/specs/otlp/#otlphttp, JSON; severity 13 is WARN, 17 is ERROR. */
const otlp: Encoder = (url, reports, app) => {
  const logRecords = reports.map((report) => ({
    timeUnixNano: `${report.time}000000`,
    severityNumber: report.level === 'warn' ? 13 : 17,
    severityText: report.level.toUpperCase(),
    body: { stringValue: report.message },
    attributes: attributes({
      'exception.type': report.name,
      'exception.message': report.message,
      'exception.stacktrace': report.stack,
      'hindsight.area': report.area,
      'hindsight.remote.name': report.remote,
      'hindsight.remote.version': report.version,
    }),
  }));
  const resource = {
    attributes: attributes({ 'service.name': app.name, 'service.version': app.version }),
  };
  const scopeLogs = [{ scope: { name: app.name }, logRecords }];
  return [
    { url, type: 'application/json', body: JSON.stringify({ resourceLogs: [{ resource, scopeLogs }] }) },
  ];
};

/** Sentry expects the outermost call first. */
function parseStack(stack: string | undefined) {
  return [...(stack ?? '').matchAll(/^[ \t]*at (?:(.*?) \()?(\S+?):(\d+):(\d+)\)?$/gm)]
    .map(([, name, file, line, column]) => ({
      filename: file,
      ...(name && { function: name }),
      lineno: Number(line),
      colno: Number(column),
    }))
    .reverse();
}

/** https://develop.sentry.dev/sdk/data-model/envelopes/; plain text, so that the browser sends no preflight. */
const sentry: Encoder = (dsn, reports, app) => {
  const { origin, pathname, username } = new URL(dsn);
  const [, folder = '', project = ''] = /^(.*\/)([^/]+)\/?$/.exec(pathname) ?? [];
  const url = `${origin}${folder}api/${project}/envelope/?sentry_key=${username}&sentry_version=7`;
  return reports.map((report) => {
    const id = crypto.randomUUID().replaceAll('-', '');
    const frames = parseStack(report.stack);
    const event = {
      event_id: id,
      timestamp: report.time / 1000,
      platform: 'javascript',
      level: report.level === 'warn' ? 'warning' : 'error',
      release: `${app.name}@${app.version}`,
      tags: { area: report.area, remote: report.remote, remote_version: report.version },
      exception: {
        values: [
          { type: report.name, value: report.message, ...(frames.length > 0 && { stacktrace: { frames } }) },
        ],
      },
    };
    const head = { event_id: id, sent_at: new Date(report.time).toISOString() };
    const body = [head, { type: 'event' }, event].map((part) => JSON.stringify(part)).join('\n');
    return { url, type: 'text/plain;charset=UTF-8', body };
  });
};

export const FORMATS: Record<TelemetryFormat, Encoder> = { lines, otlp, sentry };
