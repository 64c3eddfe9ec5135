/** Puts script and styles of a page into its document, so that one answer of the server is the whole page (docs/decisions/118). */
import type { Plugin } from 'vite';

const SCRIPT = /<script type="module"[^>]* src="\/([^"]+)"><\/script>/;
const STYLES = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g;

/** What Vite would still put into a script, which has no parts to load before others; and the beginning of a comment, spelled as a text may. */
const finished = (code: string) => code.replaceAll('__VITE_PRELOAD__', 'void 0').replaceAll('<!--', String.raw`\x3c!--`);

/** For the document of this name: stops the build when something else needs its script, or when its text would end its element. */
export function inlined(name: string): Plugin {
  return {
    name: 'yian:inlined',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle[name];
      if (page?.type !== 'asset') return;
      const take = (file: string, end: string): string => {
        const part = bundle[file];
        if (!part) return this.error(`${name} names ${file}, which was not built`);
        const text = part.type === 'chunk' ? finished(part.code) : String(part.source);
        if (text.includes('__VITE_')) return this.error(`${file} is not finished: Vite still has to put something into it`);
        if (text.includes(end)) return this.error(`${file} holds ${end}, with which it cannot stand in ${name}`);
        // In texts the other spelling of a comment's beginning is the same: anywhere else this throws.
        if (part.type === 'chunk') this.parse(text);
        delete bundle[file];
        return text.trim();
      };
      // What is loaded later was named beside the script, which now stands elsewhere.
      const fromRoot = (code: string) => code.replace(/import\(([`'"])\.\//g, 'import($1/assets/');
      page.source = String(page.source)
        .replace(SCRIPT, (_whole, file: string) => `<script type="module">${fromRoot(take(file, '</script'))}</script>`)
        .replace(STYLES, (_whole, file: string) => `<style>${take(file, '</style')}</style>`);
      const needed = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? one.imports : []));
      for (const file of needed)
        if (!bundle[file]) this.error(`${file} stands in ${name} and is needed beside it: each page would have it twice`);
      if (SCRIPT.test(page.source) || page.source.includes('<link rel="modulepreload"'))
        this.error(`${name} still loads scripts of its own`);
    },
  };
}
