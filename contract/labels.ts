/** What the fields of an entity are called. It stands once in `<stem>.labels.ts`; pages, spreadsheets and the record of changes read it. */
import type { z } from 'zod';
import type { Route } from './http.ts';

/** A title, and the dictionary whose words stand for the values. */
export type Label = string | { title: string; dictionary: string };
export type Labels = Readonly<Record<string, Label>>;

/** Names of the fields of a row, also of the rows of a page or a list. A value without fixed fields has none. */
type FieldsOf<T> = 0 extends 1 & T
  ? never
  : T extends { records: readonly (infer Row)[] }
    ? FieldsOf<Row>
    : T extends readonly (infer Row)[]
      ? FieldsOf<Row>
      : T extends object
        ? string extends keyof T
          ? never
          : keyof T & string
        : never;

type Named<S> =
  S extends Route<infer I, infer O> ? FieldsOf<z.input<I>> | FieldsOf<z.output<O>> : S extends z.ZodType<infer Row> ? FieldsOf<Row> : never;

/**
 * The labels of the fields that routes or schemas have: `{ name: '姓名' } satisfies LabelsOf<typeof people>`. A name that no
 * input and no row has is an error, unless it is `Computed`: a column that pages and files make themselves.
 */
export type LabelsOf<S, Computed extends string = never> = { readonly [K in Computed | Named<S[keyof S]>]?: Label };

/** The title of a field. */
export const titleOf = <L extends Labels>(labels: L, name: keyof L & string): string => {
  const label = labels[name] as Label;
  return typeof label === 'string' ? label : label.title;
};

/** A column without what its label says; each member of a union for itself. */
type Untitled<C, Key> = C extends unknown ? Omit<C, 'key' | 'title'> & { key: Key } : never;

/**
 * The columns of a list, a spreadsheet or an import, complete: `title` and `dictionary` come from the labels where a column
 * does not say them itself. A column without a title whose key has no label is an error.
 */
export const titled = <L extends Labels, C>(labels: L, columns: readonly NoInfer<C | Untitled<C, keyof L & string>>[]): C[] =>
  columns.map((column) => {
    const label = (labels as Labels)[(column as { key: string }).key];
    return { ...(typeof label === 'string' ? { title: label } : label), ...column } as C;
  });
