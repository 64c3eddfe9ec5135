/** Reads from the source which texts a caller may be refused with, and from the tests which of them are named. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const HAN = /\p{Script=Han}/u;
const ERRORS = 'server/errors.ts';
/** Calls whose arguments hold the text of a refusal. */
const CALLS = new Set(['Refusal', 'refused', 'conflict', 'invalid', 'forbidden', 'unauthorized', 'tooMany', 'unavailable', 'notFound']);

/** A refusal's text as its constant parts: one part for a literal, more for a template with values before, between and after them. */
export interface RefusalText {
  parts: readonly string[];
  /** `file:line` of the call or of the schema. */
  at: string;
}

/** The text in one line: `…` stands for a value. */
export const written = ({ parts }: Pick<RefusalText, 'parts'>) => parts.join('…');

type Node = Record<string, any>;
interface Source {
  file: string;
  text: string;
  program: Node;
  /** Constants of the file by name, and where imported names come from. */
  constants: Map<string, Node>;
  imports: Map<string, { file: string; name: string }>;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
/** A node's own nodes. */
const within = (node: Node): Node[] => Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));

const sources = new Map<string, Source>();
/** A parsed file; null when there is none (a package). */
function sourceOf(file: string): Source | null {
  const kept = sources.get(file);
  if (kept) return kept;
  let text: string;
  try {
    text = readFileSync(join(ROOT, file), 'utf8');
  } catch {
    return null;
  }
  const program = parseSync(file, text).program as Node;
  const source: Source = { file, text, program, constants: new Map(), imports: new Map() };
  for (const statement of program.body as Node[]) {
    const declared: Node | undefined = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type === 'VariableDeclaration')
      for (const { id, init } of declared.declarations as Node[]) if (id.type === 'Identifier' && init) source.constants.set(id.name, init);
    if (statement.type !== 'ImportDeclaration') continue;
    const from = statement.source.value as string;
    const target = from.startsWith('#') ? from.slice(1) : relative(ROOT, join(ROOT, dirname(file), from));
    for (const { imported, local } of statement.specifiers as Node[]) {
      if (imported?.name) source.imports.set(local.name, { file: target, name: imported.name });
    }
  }
  sources.set(file, source);
  return source;
}

/** The expression that a constant's name stands for, in this file or in the one that it is imported from. */
function resolve(source: Source, name: string): [Source, Node] | null {
  const own = source.constants.get(name);
  if (own) return [source, own];
  const imported = source.imports.get(name);
  const there = imported && sourceOf(imported.file);
  return there ? resolve(there, imported.name) : null;
}

/** Texts one after the other, as `left + right` and templates write them. */
const joined = (left: string[][], right: string[][]) =>
  left.flatMap((one) => right.map((other) => [...one.slice(0, -1), `${one.at(-1)}${other[0]}`, ...other.slice(1)]));
const VALUE = [['', '']];

/** What a text expression may say, each as its constant parts: every branch of a choice, a constant's own text; a value parts it. */
function textsOf(source: Source, node: Node): string[][] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [[node.value]] : [];
    case 'TemplateLiteral':
      return (node.quasis as Node[]).reduce<string[][]>(
        (said, quasi, at) => {
          const value: Node | undefined = node.expressions[at];
          const words = value?.type === 'Identifier' ? textsOf(source, value) : [];
          const upTo = joined(said, [[quasi.value.cooked as string]]);
          return value ? joined(upTo, words.length > 0 ? words : VALUE) : upTo;
        },
        [['']],
      );
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap((branch) => textsOf(source, branch));
    case 'LogicalExpression':
      return [node.left, node.right].flatMap((side) => textsOf(source, side));
    case 'BinaryExpression': {
      const [left, right] = [textsOf(source, node.left), textsOf(source, node.right)];
      return node.operator === '+' ? joined(left.length ? left : VALUE, right.length ? right : VALUE) : [];
    }
    case 'ArrowFunctionExpression':
      return node.body.type === 'BlockStatement' ? [] : textsOf(source, node.body);
    case 'Identifier': {
      const found = resolve(source, node.name);
      return found ? textsOf(...found) : [];
    }
    default:
      return [];
  }
}

/** Whether a call makes a refusal: by what server/errors.ts exports, or by an area's own `stale`. */
function refuses({ file, imports }: Source, name: string): boolean {
  // Rules of commands say what was faster by a function of their own.
  if (name === 'stale' || file === ERRORS || (name === 'moved' && file.endsWith('-commands.rules.ts'))) return true;
  return CALLS.has(name) && imports.get(name)?.file === ERRORS;
}

/** Texts that a node gives a caller by itself: arguments of a refusing call, `error:` of a schema, `message:` of an issue. */
function givenBy(source: Source, node: Node): string[][] {
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    const name = (node.callee.name ?? '') as string;
    if (refuses(source, name)) {
      const texts = (node.arguments as Node[]).flatMap((one) => textsOf(source, one));
      return name === 'notFound' ? joined(texts, [['不存在']]) : texts;
    }
  }
  const key = node.type === 'Property' ? node.key.name : null;
  // Of transitions: why a command is not done, and what a lost race says.
  const race = (key === 'taken' || key === 'changed') && source.file.endsWith('-steps.ts');
  if (key === 'refusal' || race) return textsOf(source, node.value);
  // What a refusal says unless its call says more.
  if (source.file === ERRORS && node.type === 'AssignmentPattern') return textsOf(source, node.right);
  if (!source.file.startsWith('contract/')) return [];
  const issue = key === 'message' && /addIssue\(|issues\.push\(/.test(lineBefore(source, node));
  return key === 'error' || issue ? textsOf(source, node.value) : [];
}
/** The text from the line's beginning, and the line before, up to a node. */
const lineBefore = ({ text }: Source, node: Node) => text.slice(text.lastIndexOf('\n', text.lastIndexOf('\n', node.start) - 1), node.start);

/** Every text that the server or a schema of the contract refuses with, once, in the order of the files. */
export function refusalTexts(): RefusalText[] {
  const found = new Map<string, RefusalText>();
  const files = globSync('{contract,server}/**/*.ts', { cwd: ROOT }).filter(
    // A field may be called `error`; its label is no refusal.
    (file) => !/\.(test|labels)\.ts$|^server\/db\/tables\.ts$/.test(file),
  );
  for (const file of files.sort()) {
    const source = sourceOf(file) as Source;
    const visit = (node: Node): void => {
      for (const parts of givenBy(source, node)) {
        const at = `${file}:${source.text.slice(0, node.start).split('\n').length}`;
        if (HAN.test(parts.join('')) && !found.has(written({ parts }))) found.set(written({ parts }), { parts, at });
      }
      within(node).forEach(visit);
    };
    visit(source.program);
  }
  return [...found.values()];
}

/** Calls whose first argument is the title of a test or of several. */
const TITLED = new Set(['it', 'describe', 'test']);
/** The argument of a call that only tells people what the test is about: a title, or the message of an assertion. */
function labelIn({ type, callee, arguments: given }: Node): Node | undefined {
  if (type !== 'CallExpression') return undefined;
  const [of, method] = [callee.object?.name, callee.property?.name];
  if (of === 'assert') return given[method === 'ok' ? 1 : 2];
  return TITLED.has(callee.name ?? of) || (method === 'test' && given.length > 1) ? given[0] : undefined;
}

/** What the strings, templates and patterns of a program say, one below the other; `…` stands for a value. Titles and messages are left out. */
export function saidBy(node: Node): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : node.regex ? [node.regex.pattern] : [];
  const own = node.type === 'TemplateLiteral' ? [(node.quasis as Node[]).map((quasi) => quasi.value.cooked as string).join('…')] : [];
  const label = labelIn(node);
  return [...own, ...within(node).flatMap((one) => (one === label ? [] : saidBy(one)))];
}

/** What all tests and their helpers say in Chinese: not in comments, titles and messages, which no assertion compares. */
export function testTexts(): string {
  return globSync('{contract,server,web,scripts,test}/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => /\.test\.tsx?$|^test\//.test(file) && !/^test\/(refusals\.test|refusal-texts)\.ts$/.test(file))
    .flatMap((file) => saidBy(parseSync(file, readFileSync(join(ROOT, file), 'utf8')).program as Node))
    .filter((text) => HAN.test(text))
    .join('\n');
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a line of what tests say has all parts of a text, in order, and not only as the middle of a longer word. */
export function isNamed({ parts }: Pick<RefusalText, 'parts'>, lines: string): boolean {
  const [before, after] = [parts[0] ? '(?<!\\p{Script=Han})' : '', parts.at(-1) ? '(?!\\p{Script=Han})' : ''];
  return new RegExp(before + parts.map(escaped).join('.*?') + after, 'u').test(lines);
}
