/** `npm run docs:rules`: docs/rules.md, every pure rule of the contract with what it says and the tests that name it, read from the source. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'vite';

const ROOT = join(import.meta.dirname, '..');
export const RULES_LIST = 'docs/rules.md';
/** So many tests of a rule are named; of the others the number. */
const NAMED = 3;

type Node = Record<string, any>;

interface Rule {
  name: string;
  file: string;
  says: string;
  tests: string[];
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) yield* nodesOf(one);
}

/** The first sentence of a doc comment, in one line. */
function firstSentence(comment: string): string {
  const text = comment
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .join(' ')
    .trim();
  return /^.*?[.。](?=\s+[A-Z`]|$)/.exec(text)?.[0] ?? text;
}

const isFunction = (node: Node | null | undefined) => node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';

/** The exported functions of one file of rules. */
function rulesOf(file: string): Rule[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const { program, comments } = parseSync(file, text) as unknown as {
    program: Node;
    comments: { type: string; value: string; start: number; end: number }[];
  };
  const docBefore = (start: number) =>
    comments.find(
      ({ type, value, end }) => type === 'Block' && value.startsWith('*') && end < start && text.slice(end, start).trim() === '',
    );
  return (program.body as Node[])
    .filter(({ type, declaration }) => type === 'ExportNamedDeclaration' && declaration)
    .flatMap(({ declaration, start }) => {
      const names: string[] =
        declaration.type === 'FunctionDeclaration'
          ? [declaration.id.name]
          : declaration.type === 'VariableDeclaration'
            ? declaration.declarations.filter(({ init }: Node) => isFunction(init)).map(({ id }: Node) => id.name)
            : [];
      return names.map((name) => ({ name, file, says: firstSentence(docBefore(start)?.value ?? ''), tests: [] }));
    });
}

/** Adds to each rule the tests that name it: `file: title`. */
function addTests(file: string, rules: ReadonlyMap<string, Rule>): void {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const program = parseSync(file, text).program as unknown as Node;
  const imported = new Map<string, Rule>();
  for (const { type, source, specifiers } of program.body as Node[]) {
    if (type !== 'ImportDeclaration') continue;
    const from = source.value as string;
    const target = from.startsWith('#') ? from.slice(1) : relative(ROOT, join(ROOT, dirname(file), from));
    for (const { imported: original, local } of specifiers as Node[]) {
      const rule = original && rules.get(`${target} ${original.name}`);
      if (rule) imported.set(local.name, rule);
    }
  }
  if (imported.size === 0) return;
  const found = new Set<Rule>();
  for (const node of nodesOf(program)) {
    const [title] = node.type === 'CallExpression' && node.callee.name === 'it' ? (node.arguments as Node[]) : [];
    if (typeof title?.value !== 'string') continue;
    for (const used of nodesOf(node)) {
      const rule = used.type === 'Identifier' ? imported.get(used.name) : undefined;
      const line = `${file}: ${title.value}`;
      if (!rule || rule.tests.includes(line)) continue;
      rule.tests.push(line);
      found.add(rule);
    }
  }
  // Used by what the file's tests share.
  for (const rule of imported.values()) if (!found.has(rule)) rule.tests.push(file);
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function rowOf({ name, says, tests }: Rule): string {
  const more = tests.length > NAMED ? [`and ${tests.length - NAMED} more`] : [];
  return `| \`${name}\` | ${cell(says)} | ${[...tests.slice(0, NAMED), ...more].map(cell).join('<br>') || '—'} |`;
}

const filesOfRules = () => globSync('contract/**/*.rules.ts', { cwd: ROOT }).sort();

/** Every rule of the contract with the tests that name it. */
function allRules(): Rule[] {
  const rules = filesOfRules().flatMap(rulesOf);
  const known = new Map(rules.map((rule) => [`${rule.file} ${rule.name}`, rule]));
  for (const file of globSync('{contract,server,web,scripts,test}/**/*.test.ts', { cwd: ROOT }).sort()) addTests(file, known);
  return rules;
}

/** The rules that no test names, each as `file: name`. */
export const untestedRules = (): string[] =>
  allRules()
    .filter(({ tests }) => tests.length === 0)
    .map(({ file, name }) => `${file}: ${name}`);

/** The text of docs/rules.md as the source is now. */
export function rulesList(): string {
  const files = filesOfRules();
  const rules = allRules();
  const parts = files.map((file) => {
    const own = rules.filter((rule) => rule.file === file);
    return own.length === 0
      ? []
      : [`## ${file}`, '', '| Rule | What it says | Tests that name it |', '|---|---|---|', ...own.map(rowOf), ''];
  });
  return [
    '# Rules and their tests',
    '',
    'Generated by `npm run docs:rules`; `test/rules-list.test.ts` fails when it is out of date. A rule is an exported function of a file',
    `\`contract/**/*.rules.ts\`: it is pure, and server and pages share it. ${rules.length} rules, each of them named by a test.`,
    '',
    ...parts.flat(),
  ].join('\n');
}

if (import.meta.main) writeFileSync(join(ROOT, RULES_LIST), rulesList());
