/**
 * Stands in for `@rc-component/util/es/Dom/dynamicCSS` (scripts/build-plugins.ts): what antd writes while it runs, its design variables
 * and the scroll lock, goes into constructed style sheets instead of `<style>` elements, so that `style-src 'self'` needs no exception.
 */

/** What callers do with the style element they get back. */
interface Handle {
  setAttribute: (name: string, value: string) => void;
  remove: () => void;
}

const sheets = new Map<string, { sheet: CSSStyleSheet; css: string; handle: Handle }>();
let anonymous = 0;

export function removeCSS(key: string): void {
  const found = sheets.get(key);
  if (!found) return;
  sheets.delete(key);
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== found.sheet);
}

/** Puts `css` under `key`, in place of what was there. */
export function updateCSS(css: string, key: string): Handle {
  const found = sheets.get(key);
  if (found) {
    if (found.css !== css) found.sheet.replaceSync(css);
    found.css = css;
    return found.handle;
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
  const handle: Handle = { setAttribute: () => {}, remove: () => removeCSS(key) };
  sheets.set(key, { sheet, css, handle });
  return handle;
}

export const injectCSS = (css: string): Handle => updateCSS(css, `anonymous-${++anonymous}`);

export const clearContainerCache = () => {};
