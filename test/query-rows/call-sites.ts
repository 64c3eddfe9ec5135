/** Finds where the server runs queries, and the type of row that each call has. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { CallExpression, Identifier, Node, SourceFile } from 'typescript/unstable/ast';
import {
  isAsExpression,
  isAwaitExpression,
  isCallExpression,
  isIdentifier,
  isNonNullExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { API, SignatureKind, type Checker, type Type } from 'typescript/unstable/sync';
import type { CallSite, Declared } from './compare.ts';
import { describer, open } from './declared.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Files of functions that are given the columns of a list by their callers. */
const GENERIC = /^server\/(lists\/(paging|crud)|transfers\/keyset|subscriptions\/small-pages)\.ts$/;
const METHODS = new Set(['rows', 'row', 'last', 'query']);

interface Call {
  node: CallExpression;
  name: Identifier;
  file: string;
  source: SourceFile;
}

function* callsOf(node: Node): Generator<CallExpression> {
  if (isCallExpression(node)) yield node;
  const children: Node[] = [];
  node.forEachChild((child) => void children.push(child));
  for (const child of children) yield* callsOf(child);
}

/** Types taken apart. */
function reader(checker: Checker) {
  const given = (type: Type | undefined) => (type?.isTypeReference() ? checker.getTypeArguments(type) : []);
  const first = (type: Type | undefined) => given(type)[0];
  const property = (name: string) => (type: Type | undefined) => {
    const symbol = type && checker.getPropertyOfType(type, name);
    return symbol && checker.getTypeOfSymbol(symbol);
  };
  const signature = (type: Type | undefined) => type && checker.getSignaturesOfType(type, SignatureKind.Call)[0];
  const returned = (type: Type | undefined) => {
    const found = signature(type);
    return found && checker.getReturnTypeOfSignature(found);
  };
  const parameter = (type: Type | undefined) => {
    const found = signature(type);
    return found && checker.getParameterType(found, 0);
  };
  return { given, first, property, returned, parameter };
}

/** By the name of a function that takes the columns of a list: the row that these columns have, from the type of what it gives. */
function listRows({ first, property, returned, parameter }: ReturnType<typeof reader>): Record<string, (type: Type) => Type | undefined> {
  const page = (type: Type | undefined) => first(property('records')(first(type)));
  return {
    pageOf: page,
    smallPage: page,
    // server/elderly/person-package-history.ts
    pages: (type) => page(returned(type)),
    readOne: first,
    lockOne: first,
    reads: (type) => first(returned(property('get')(type))),
    listOf: (type) => returned(property('toRow')(type)),
    listFrom: (type) => parameter(property('toRow')(type)),
    inBatches: (type) => first(first(type)),
  };
}

/** The expression that says of which type the rows of a call are: the call, or what it is said to be with `as`. */
function statedBy(call: Node): Node {
  const { parent } = call;
  if (isAsExpression(parent)) return parent;
  return isAwaitExpression(parent) || isParenthesizedExpression(parent) || isNonNullExpression(parent) ? statedBy(parent) : call;
}

/** Whether a result of `query` is asked for its rows; other results have no declared type. */
function readsRows(call: Node): boolean {
  const { parent } = call;
  if (isAwaitExpression(parent) || isParenthesizedExpression(parent)) return readsRows(parent);
  if (isPropertyAccessExpression(parent)) return parent.name.text === 'rows';
  return isVariableDeclaration(parent) && /^\{.*\brows\b/.test(parent.name.getText());
}

/** A statement of SQL as a text, with a type of row beside it. */
function isHandwritten({ arguments: given, typeArguments }: CallExpression): boolean {
  const [query] = given;
  const inner = query && isCallExpression(query) && query.arguments[0] ? query.arguments[0] : query;
  if (!inner || !isTaggedTemplateExpression(inner)) return false;
  return Boolean(typeArguments?.length || inner.typeArguments?.length);
}

function findCalls(sourceOf: (file: string) => SourceFile | undefined): { queries: Call[]; lists: Call[] } {
  const [queries, lists]: [Call[], Call[]] = [[], []];
  const files = globSync('server/**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'));
  for (const file of files.sort()) {
    const source = sourceOf(join(ROOT, file));
    if (!source) throw new Error(`${file} is no file of the program`);
    for (const node of callsOf(source)) {
      const { expression } = node;
      const name = isPropertyAccessExpression(expression) ? expression.name : expression;
      if (!isIdentifier(name)) continue;
      if (METHODS.has(name.text)) queries.push({ node, name, file, source });
      else if (name === expression) lists.push({ node, name, file, source });
    }
  }
  return { queries, lists };
}

/** All calls that run queries, and the rows of those that give lists their columns. */
export function findCallSites(): { sites: CallSite[]; candidates: Declared[] } {
  const api = new API({ cwd: ROOT });
  try {
    const snapshot = api.updateSnapshot({ openProjects: [join(ROOT, 'tsconfig.json')] });
    const project = snapshot.getProject(join(ROOT, 'tsconfig.json'));
    if (!project) throw new Error('tsconfig.json is no project');
    const { checker, program } = project;
    const describe = describer(checker);
    const types = reader(checker);
    const { first, property } = types;
    const { queries, lists } = findCalls((file) => program.getSourceFile(file));

    const rowOf = (type: Type | undefined): Declared => (type ? describe(type) : open('any'));
    const rowsOf = (method: string, type: Type): Declared[] => {
      const answer = first(type);
      if (method === 'rows') return [rowOf(first(answer))];
      if (method === 'query') return [rowOf(first(property('rows')(answer)))];
      if (method === 'last') return types.given(answer).map((rows) => rowOf(first(rows)));
      return [rowOf(answer && checker.getNonNullableType(answer))];
    };
    const stated = queries.map(({ node }) => statedBy(node));
    const [given, said] = [checker.getTypeAtLocation(queries.map(({ node }) => node)), checker.getTypeAtLocation(stated)];
    const sites = queries.flatMap(({ node, name, file, source }, at): CallSite[] => {
      const type = given[at];
      // Another thing's method of that name gives no promise.
      if (!type || type.getSymbol()?.name !== 'Promise') return [];
      const { line, character } = source.getLineAndCharacterOfPosition(name.getStart(source));
      const method = name.text;
      const other = stated[at] === node ? undefined : said[at];
      const isPromise = other?.getSymbol()?.name === 'Promise';
      const claimed =
        !isPromise && other && (method === 'row' ? checker.getNonNullableType(other) : method === 'rows' ? first(other) : undefined);
      const unread = method === 'query' && !readsRows(node);
      const rows = unread ? [open('unknown')] : claimed ? [describe(claimed)] : rowsOf(method, isPromise ? other! : type);
      // `last()` alone ends a unit of work.
      if (rows.length === 0) return [];
      return [{ site: `${file}:${line + 1}:${character + 1}`, rows, handwritten: isHandwritten(node), generic: GENERIC.test(file) }];
    });
    const readers = listRows(types);
    const columned = lists.filter(({ name }) => Object.hasOwn(readers, name.text));
    const results = checker.getTypeAtLocation(columned.map(({ node }) => node));
    const candidates = columned.flatMap(({ name }, at) => {
      const row = results[at] && readers[name.text]!(results[at]);
      const declared = row && describe(row);
      return declared && !declared.open ? [declared] : [];
    });
    const own = sites.filter(({ generic }) => generic).flatMap(({ rows }) => rows.filter((row) => !row.open));
    return { sites, candidates: [...candidates, ...own] };
  } finally {
    api.close();
  }
}
