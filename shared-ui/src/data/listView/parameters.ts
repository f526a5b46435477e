/** URL parameters of a list: how each is parsed, formatted and validated. */

/** One URL parameter, named by its key in the list's declaration. */
export interface Parameter<T> {
  /** Value if the URL lacks the parameter; omitted from the URL. */
  readonly fallback: T;
  /** Parses the parameter's text; undefined if malformed. */
  parse(text: string): T | undefined;
  /** Formats a value. Values with the same text are the same filter. */
  format(value: T): string;
  /** Whether a value may be written to the URL; defaults to always. */
  isValid?(value: T): boolean;
}

/** URL parameters of a list besides its page. Declare once, outside the component. */
export type Parameters = Record<string, Parameter<unknown>>;

/** Values of a list's parameters. */
export type ValuesOf<P extends Parameters> = {
  [Name in keyof P]: P[Name] extends Parameter<infer T> ? T : never;
};

/** Values of a list's parameters, and the page from 1. */
export type ViewOf<P extends Parameters> = ValuesOf<P> & { page: number };

/** Changed values of a view. */
export type ChangeOf<P extends Parameters> = Partial<ValuesOf<P>> & { page?: number };

const trimmed = (text: string) => text.trim();

/** Free text. @param normalize maps equivalent texts to one form; surrounding spaces never count. */
export function textParameter(
  isValid?: (text: string) => boolean,
  normalize: (text: string) => string = trimmed,
): Parameter<string> {
  return { fallback: '', parse: normalize, format: normalize, isValid };
}

/** One of several values. */
export function choiceParameter<T extends string | number>(
  values: readonly T[],
  fallback: NoInfer<T>,
): Parameter<T> {
  return { fallback, parse: (text) => values.find((value) => String(value) === text), format: String };
}

/** One of several values, or null for no filter. */
export function optionalParameter<T extends string | number>(values: readonly T[]): Parameter<T | null> {
  return {
    fallback: null,
    parse: (text) => values.find((value) => String(value) === text),
    format: (value) => (value === null ? '' : String(value)),
  };
}

const PAGE: Parameter<number> = {
  fallback: 1,
  parse: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
  format: String,
};

/** Parses a view from the URL; malformed values count as absent. */
export function readView<P extends Parameters>(parameters: P, query: URLSearchParams): ViewOf<P> {
  const all: Parameters = { ...parameters, page: PAGE };
  const values = Object.entries(all).map(([name, { parse, fallback }]) => [
    name,
    parse(query.get(name) ?? '') ?? fallback,
  ]);
  return Object.fromEntries(values) as ViewOf<P>;
}

/** Merges changed values into the URL: omits fallbacks and keeps foreign parameters. */
export function writeView<P extends Parameters>(
  parameters: P,
  query: URLSearchParams,
  change: ChangeOf<P>,
): URLSearchParams {
  const next = new URLSearchParams(query);
  const all: Parameters = { ...parameters, page: PAGE };
  for (const [name, { format, fallback }] of Object.entries(all)) {
    if (!(name in change)) continue;
    const text = format(change[name]);
    if (text === '' || text === format(fallback)) next.delete(name);
    else next.set(name, text);
  }
  return next;
}

/** Identifies filters and order, independent of the page. */
export function viewKey<P extends Parameters>(parameters: P, values: ValuesOf<P>): string {
  return JSON.stringify(Object.entries(parameters).map(([name, { format }]) => format(values[name])));
}
