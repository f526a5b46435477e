/** The parameters of a list in the address: how each is read, written and checked. */

/** One parameter of the address. Its name is the key under which a list declares it. */
export interface Parameter<T> {
  /** The value of an address that does not name one; it is left out of the address. */
  readonly fallback: T;
  /** The value of a text of the address; undefined when the text is not one. */
  parse(text: string): T | undefined;
  /** The text of a value. Values with the same text are the same filter. */
  format(value: T): string;
  /** Whether a value may go into the address; without it any value may. */
  isValid?(value: T): boolean;
}

/** What a list keeps in the address beside its page. Declare it once, outside of the component. */
export type Parameters = Record<string, Parameter<unknown>>;

/** The values of a list's parameters. */
export type ValuesOf<P extends Parameters> = {
  [Name in keyof P]: P[Name] extends Parameter<infer T> ? T : never;
};

/** The values of a list's parameters, and the page from 1. */
export type ViewOf<P extends Parameters> = ValuesOf<P> & { page: number };

/** What a change of a view names. */
export type ChangeOf<P extends Parameters> = Partial<ValuesOf<P>> & { page?: number };

const trimmed = (text: string) => text.trim();

/** A text that a person types. @param normalize gives texts that mean the same one form; spaces around it never count. */
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

/** Reads a view from the address; what cannot be read counts as absent. */
export function readView<P extends Parameters>(parameters: P, query: URLSearchParams): ViewOf<P> {
  const all: Parameters = { ...parameters, page: PAGE };
  const values = Object.entries(all).map(([name, { parse, fallback }]) => [
    name,
    parse(query.get(name) ?? '') ?? fallback,
  ]);
  return Object.fromEntries(values) as ViewOf<P>;
}

/** Writes changed values over the address: fallbacks are left out, parameters of others stay. */
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

/** The same text for the same filters and order, whatever the page. */
export function viewKey<P extends Parameters>(parameters: P, values: ValuesOf<P>): string {
  return JSON.stringify(Object.entries(parameters).map(([name, { format }]) => format(values[name])));
}
