/** The two places where a dependency is changed while the web is built (docs/decisions/007). Both stop the build when they no longer fit. */
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
