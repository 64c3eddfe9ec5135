/**
 * What the build does to code on its way: to dependencies in a few places (docs/decisions/007; each
 * stops the build when it no longer fits), to our sizes of text in one.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { callTokenOf } from '../contract/calls/call-page.rules.ts';
import { frameTicketOf } from '../contract/calls/cloud-frame.rules.ts';
import { isStrangersPage } from '../contract/questionnaires/public-pages.rules.ts';

interface Replacement {
  name: string;
  /** The files whose place is taken. */
  id: RegExp;
  /** What stands there instead, of a file's path. */
  by: (id: string) => string;
  /** What has changed when none of them is met. */
  otherwise: string;
}

/** Puts other code in the place of whole files of a dependency. */
function replaced({ name, id, by, otherwise }: Replacement): Plugin {
  let hit = false;
  return {
    name,
    apply: 'build',
    load: {
      filter: { id },
      handler(path) {
        hit = true;
        return by(path);
      },
    },
    buildEnd(error) {
      if (!error && !hit) this.error(otherwise);
    },
  };
}

/** antd's run-time styles through web/theme/dynamic-css.ts: no `<style>` element, no exception in the content security policy. */
export const constructedStyles = (replacement: string): Plugin =>
  replaced({
    name: 'yian:constructed-styles',
    id: /@rc-component[\\/]util[\\/]es[\\/]Dom[\\/]dynamicCSS\.js$/,
    by: () => `export * from ${JSON.stringify(replacement)};`,
    otherwise: '@rc-component/util no longer writes its styles in es/Dom/dynamicCSS.js',
  });

const SPREAD = '...panelRef.current,';
const CALLED_LATER = 'focus: () => panelRef.current?.focus(),';

/**
 * An open dialog whose tab is left and shown again: its handle was copied from a ref that
 * is empty at that moment, and `focus` went missing, which broke the page. Also for the
 * dependencies of the development server (vite.config.ts).
 */
export function dialogFocus(): Plugin {
  let hit = false;
  return {
    name: 'yian:dialog-focus',
    apply: 'build',
    transform: {
      filter: { id: /@rc-component[\\/]dialog[\\/]es[\\/]Dialog[\\/]Content[\\/]index\.js$/ },
      handler(code) {
        hit = code.includes(SPREAD);
        return hit ? { code: code.replace(SPREAD, CALLED_LATER), map: null } : null;
      },
    },
    buildEnd(error) {
      if (!error && !hit) this.error('@rc-component/dialog has changed: see whether the handle of Dialog/Content still copies its ref');
    },
  };
}

/** Lines of antd's parts that are wrong for us, as they are and as they should be. */
const LINES = [
  // The crosses that empty a field are named in English or by their icon, and antd's locale has no word for them.
  { file: /@rc-component[\\/]select[\\/]es[\\/]hooks[\\/]useAllowClear\.js$/, from: "?? 'Clear'", to: "?? '清除'" },
  {
    file: /@rc-component[\\/]input[\\/]es[\\/]BaseInput\.js$/,
    from: 'className: clsx(clearIconCls, {',
    to: '"aria-label": "清除", className: clsx(clearIconCls, {',
  },
  // The field with which a growing one is measured: the content security policy forbids
  // the style that hides it, and it can be reached by Tab.
  {
    file: /@rc-component[\\/]input[\\/]es[\\/]calculateNodeHeight\.js$/,
    from: "hiddenTextarea.setAttribute('style', `${sizingStyle};${HIDDEN_TEXTAREA_STYLE}`);",
    to: 'hiddenTextarea.tabIndex = -1; hiddenTextarea.style.cssText = `${sizingStyle};${HIDDEN_TEXTAREA_STYLE}`;',
  },
  // Three small functions, for which every list would carry the whole tree.
  {
    file: /antd[\\/]es[\\/]table[\\/]hooks[\\/]useSelection\.js$/,
    from: "import { arrAdd, arrDel, conductCheck, convertDataToEntities } from '@rc-component/tree';",
    to: "import { arrAdd, arrDel } from '@rc-component/tree/es/util'; import { conductCheck } from '@rc-component/tree/es/utils/conductUtil'; import { convertDataToEntities } from '@rc-component/tree/es/utils/treeUtil';",
  },
];

export function mendedLines(): Plugin {
  const hits = new Set<string>();
  return {
    name: 'yian:mended-lines',
    apply: 'build',
    transform: {
      filter: { id: LINES.map(({ file }) => file) },
      handler(code, id) {
        const line = LINES.find(({ file }) => file.test(id));
        if (!line || !code.includes(line.from)) return null;
        hits.add(line.from);
        return { code: code.replace(line.from, () => line.to), map: null };
      },
    },
    buildEnd(error) {
      const missing = LINES.filter(({ from }) => !hits.has(from));
      if (!error && missing.length) this.error(`antd has changed where we mend it: ${missing.map(({ file }) => file.source).join(', ')}`);
    },
  };
}

const MAKERS = new Set(['genStyleHooks', 'genComponentStyleHook', 'genSubStyleComponent']);
/** antd has 87; fewer than this means that they are called by another name now. */
const FEWEST = 20;

interface Node {
  type: string;
  start: number;
  end: number;
  callee?: { name?: string };
  arguments?: Node[];
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The style functions that a file hands to antd's makers of hooks. */
function styleFunctions(node: Node): Node[] {
  const here = node.type === 'CallExpression' && MAKERS.has(node.callee?.name ?? '') && node.arguments?.[1] ? [node.arguments[1]] : [];
  return [...here, ...Object.values(node).flatMap((value) => [value].flat().filter(isNode).flatMap(styleFunctions))];
}

/**
 * With `zeroRuntime` antd never runs the functions that make its styles, which antd.css
 * holds: they are left out, and with them a fifth of its code.
 */
export function withoutStyleFunctions(): Plugin {
  let hits = 0;
  return {
    name: 'yian:without-style-functions',
    apply: 'build',
    transform: {
      filter: { id: /antd[\\/]es[\\/].*[\\/]style[\\/].*\.js$/, code: /gen(StyleHooks|ComponentStyleHook|SubStyleComponent)\(/ },
      handler(code) {
        const found = styleFunctions(this.parse(code) as unknown as Node).sort((a, b) => b.start - a.start);
        hits += found.length;
        return { code: found.reduce((text, { start, end }) => `${text.slice(0, start)}() => []${text.slice(end)}`, code), map: null };
      },
    },
    buildEnd(error) {
      if (!error && hits < FEWEST) this.error('antd no longer makes its style hooks with genStyleHooks(name, style, …)');
    },
  };
}

/** Columns of ours have no filters of antd's (web/ui/columns.ts): the menu for them, and the tree in it, stay out of every list. */
export const withoutColumnFilters = (): Plugin =>
  replaced({
    name: 'yian:without-column-filters',
    id: /antd[\\/]es[\\/]table[\\/]hooks[\\/]useFilter[\\/]FilterDropdown\.js$/,
    by: () => 'export const flattenKeys = () => []; export default () => null;',
    otherwise: 'antd no longer has the menu of a column filter in table/hooks/useFilter/FilterDropdown.js',
  });

/** What stays of a file: its names, which zod's schemas take from there and call only when a JSON schema is asked for. */
const EXPORTED = /^export (?:const|function) (\w+)/gm;

/** Schemas of pages check and are never written as JSON schemas (the server's OpenAPI document does that): a tenth of zod. */
export const withoutJsonSchemas = (): Plugin =>
  replaced({
    name: 'yian:without-json-schemas',
    id: /zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/,
    by: (id) => [...readFileSync(id, 'utf8').matchAll(EXPORTED)].map(([, exported]) => `export const ${exported} = () => {};`).join('\n'),
    otherwise: 'zod no longer writes JSON schemas in core/json-schema-processors.js and core/to-json-schema.js',
  });

/** `font-size: 12px`, and the size in `font: 600 12px/1.2 serif`. */
const SIZE = /(\bfont(?:-size)?\s*:[^;{}]*?)(\b\d+(?:\.\d+)?px)/g;

/** Text sizes of our style sheets follow `--y-scale`, which is how text is made large; written in pixels, as the design counts them. */
export const scaleText = (css: string) => css.replace(SIZE, '$1calc($2 * var(--y-scale))');

/** Applies it to every style sheet below `folder`. */
export function scaledText(folder: string): Plugin {
  return {
    name: 'yian:scaled-text',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (code, id) => (id.startsWith(folder) ? { code: scaleText(code), map: null } : null),
    },
  };
}

/** The character maps and fonts of pdf.js beside our own files, for documents that do not bring theirs. */
export function pdfData(root: string): Plugin {
  const from = join(root, 'node_modules/pdfjs-dist');
  return {
    name: 'yian:pdf-data',
    apply: 'build',
    generateBundle() {
      for (const [folder, to] of [
        ['cmaps', 'pdf/cmaps'],
        ['standard_fonts', 'pdf/fonts'],
      ] as const)
        for (const name of readdirSync(join(from, folder)))
          if (!name.startsWith('LICENSE'))
            this.emitFile({ type: 'asset', fileName: `${to}/${name}`, source: readFileSync(join(from, folder, name)) });
    },
  };
}

/** `npm run dev`: the pages of questionnaires have their own document, as server/http/web.ts gives it. */
export function strangersPages(): Plugin {
  return {
    name: 'yian:strangers-pages',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const isPage = request.headers.accept?.includes('text/html') && isStrangersPage(request.url ?? '');
        if (isPage) request.url = '/fill.html';
        if (request.headers.accept?.includes('text/html') && callTokenOf(request.url ?? '') !== null) request.url = '/call.html';
        if (frameTicketOf(request.url ?? '') !== null) request.url = '/ccc.html';
        next();
      });
    },
  };
}
