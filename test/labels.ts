/** Reads from the source what the fields of entities are called: in the labels of the contract, and at each place that writes a title itself. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'vite';
import type { Label, Labels } from '#contract/labels.ts';

const ROOT = join(import.meta.dirname, '..');

const labelFiles = globSync('contract/**/*.labels.ts', { cwd: ROOT });
const modules = await Promise.all(
  labelFiles.map(async (file) => [file, (await import(join(ROOT, file))) as Record<string, Labels>] as const),
);
const byFile = new Map(modules);
/** All labels by their name. */
export const allLabels = new Map(modules.flatMap(([, named]) => Object.entries(named)));

/** A title that a file writes itself, for a field or a column. */
export interface Written {
  key: string;
  title: string;
}

/** A dictionary that a file names itself, for a field whose labels may name it. */
export interface NamedDictionary {
  key: string;
  dictionary: string;
}

type Node = Record<string, any>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const within = (node: Node): Node[] => Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));
const textOf = (node: Node | undefined): string | null => (node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null);

const memberOf = (object: Node, name: string): Node | undefined =>
  (object.properties as Node[]).find(({ key }) => key?.name === name || key?.value === name)?.value;

const attributeOf = (element: Node, name: string): Node | undefined => {
  const found = (element.openingElement.attributes as Node[]).find((one) => one.name?.name === name)?.value as Node | undefined;
  return found?.type === 'JSXExpressionContainer' ? found.expression : found;
};
/** The name of a field; of a range, the name of its start. */
const fieldOf = (element: Node): string | null => {
  const name = attributeOf(element, 'name');
  return textOf(name?.type === 'ArrayExpression' && name.elements.length === 2 ? name.elements[0] : name);
};

/** What a source writes itself: titles of columns, labels of items of a description and of fields, and their dictionaries. */
export function writtenIn(file: string, text: string): { titles: Written[]; dictionaries: NamedDictionary[] } {
  const titles: Written[] = [];
  const dictionaries: NamedDictionary[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'ObjectExpression') {
      const key = textOf(memberOf(node, 'key'));
      const title = textOf(memberOf(node, 'title')) ?? (memberOf(node, 'children') ? textOf(memberOf(node, 'label')) : null);
      const dictionary = textOf(memberOf(node, 'dictionary'));
      if (key && title) titles.push({ key, title });
      if (key && dictionary) dictionaries.push({ key, dictionary });
    }
    if (node.type === 'JSXElement') {
      const key = fieldOf(node);
      const title = textOf(attributeOf(node, 'label'));
      if (key && title) titles.push({ key, title });
      for (const child of node.children as Node[]) {
        if (child.type !== 'JSXElement' || !String(child.openingElement.name.name).startsWith('Dictionary')) continue;
        const dictionary = textOf(attributeOf(child, 'type'));
        if (key && dictionary) dictionaries.push({ key, dictionary });
      }
    }
    within(node).forEach(visit);
  };
  visit(parseSync(file, text).program as Node);
  return { titles, dictionaries };
}

/** The labels that a source imports. */
const importedBy = (file: string, text: string): Labels[] =>
  [...text.matchAll(/import \{([^}]+)\} from '([^']+\.labels\.ts)'/g)].flatMap(([, names, from]) => {
    const path = from!.startsWith('#') ? from!.slice(1) : relative(ROOT, join(ROOT, dirname(file), from!));
    return names!.split(',').flatMap((name) => {
      const labels = byFile.get(path)?.[name.trim()];
      return labels ? [labels] : [];
    });
  });

/** The files that show or read fields, with the labels that each imports and what it writes itself. */
export const readers = globSync('{server,web}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const labels = importedBy(file, text);
    return labels.length > 0 || /\b(title|label|dictionary)[:=]/.test(text) ? [{ file, labels, ...writtenIn(file, text) }] : [];
  });

/** What some labels say of a field. */
export const saidOf = (labels: Labels, key: string): { title: string; dictionary: string | null } | null => {
  const label: Label | undefined = labels[key];
  if (label === undefined) return null;
  return typeof label === 'string' ? { title: label, dictionary: null } : label;
};
