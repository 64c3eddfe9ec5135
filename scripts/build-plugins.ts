/** The three places where dependencies are changed while the web is built (docs/decisions/007). Each stops the build when it no longer fits. */
import type { Plugin } from 'vite';

/** antd's run-time styles through web/theme/dynamic-css.ts: no `<style>` element, no exception in the content security policy. */
export function constructedStyles(replacement: string): Plugin {
  let hit = false;
  return {
    name: 'yian:constructed-styles',
    apply: 'build',
    load: {
      filter: { id: /@rc-component[\\/]util[\\/]es[\\/]Dom[\\/]dynamicCSS\.js$/ },
      handler() {
        hit = true;
        return `export * from ${JSON.stringify(replacement)};`;
      },
    },
    buildEnd(error) {
      if (!error && !hit) this.error('@rc-component/util no longer writes its styles in es/Dom/dynamicCSS.js');
    },
  };
}

const SPREAD = '...panelRef.current,';
const CALLED_LATER = 'focus: () => panelRef.current?.focus(),';

/** An open dialog whose tab is left and shown again: its handle was copied from a ref that is empty at that moment, and `focus` went missing. */
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

/** With `zeroRuntime` antd never runs the functions that make its styles, which antd.css holds: they are left out, and with them a fifth of its code. */
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
