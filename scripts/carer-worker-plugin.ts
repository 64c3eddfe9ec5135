/** The service worker of /carer: what the phone keeps, so that it opens without a network. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { Plugin } from 'vite';

interface Built {
  fileName: string;
  name: string;
  isEntry: boolean;
  moduleIds: string[];
  imports: string[];
  viteMetadata?: { importedCss: Set<string> };
}
type Chunks = ReadonlyMap<string, Built>;

/** What is of no use without a network. */
const ONLINE_ONLY = /map-picker-dialog\.tsx$/;
/** Chunks of the application beside the phone. */
const OFFICE = /^(frame|list|forms)$/;

type Module = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] };

/** A chunk with all that it imports. */
function closureOf(chunks: Chunks, name: string, found = new Map<string, Built>()): Map<string, Built> {
  const chunk = chunks.get(name);
  if (!chunk || found.has(name)) return found;
  found.set(name, chunk);
  for (const next of chunk.imports) closureOf(chunks, next, found);
  return found;
}

/**
 * A page's module, and those that it and what it is made of load later. Our own files alone are
 * followed: dependencies have an index that imports everything.
 */
function loadedBy(page: string, infoOf: (id: string) => Module | null): string[] {
  const own = (id: string) => !id.includes('node_modules') && !ONLINE_ONLY.test(id);
  const [seen, later] = [new Set<string>(), new Set([page])];
  const follow = (id: string) => {
    if (seen.has(id)) return;
    seen.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = infoOf(id) ?? {};
    for (const next of dynamicallyImportedIds.filter(own)) later.add(next);
    for (const next of [...importedIds, ...dynamicallyImportedIds].filter(own)) follow(next);
  };
  follow(page);
  return [...later];
}

/** Icons of the page on the home screen, beside what it is made of. */
const PUBLIC_FILES = ['favicon.svg', 'carer.webmanifest', 'carer-192.png', 'carer-512.png'];

/** /sw.js from web/carer/worker.ts: with the files that /carer is made of, named by their hash. */
export function carerWorker(web: string): Plugin {
  return {
    name: 'yian:carer-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one as unknown as Built] as const] : [])),
      );
      const chunkOf = new Map([...chunks.values()].flatMap(({ fileName, moduleIds }) => moduleIds.map((id) => [id, fileName] as const)));
      const page = join(web, 'carer/phone.tsx');
      const phone = chunkOf.get(page);
      if (phone === undefined) return this.error('The chunk of /carer was not found: is it still web/carer/phone.tsx?');
      const office = [...closureOf(chunks, phone).values()].filter(({ name }) => OFFICE.test(name));
      if (office.length > 0)
        this.error(`/carer loads ${office.map(({ name }) => name)}: what both need belongs into the group base of vite.config.ts`);
      const kept = new Map<string, Built>();
      for (const id of loadedBy(page, (one) => this.getModuleInfo(one))) closureOf(chunks, chunkOf.get(id) ?? '', kept);
      for (const { fileName, isEntry } of chunks.values()) if (isEntry) closureOf(chunks, fileName, kept);
      const files = new Set([...kept.values()].flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])]));
      const list = [...files, ...PUBLIC_FILES].sort().map((file) => `/${file}`);
      const code = stripTypeScriptTypes(readFileSync(join(web, 'carer/worker.ts'), 'utf8')).replace(/\n\s*\n+/g, '\n');
      const version = createHash('sha256').update(list.join()).update(code).digest('hex').slice(0, 16);
      const source = `const FILES = ${JSON.stringify(list)};\nconst VERSION = ${JSON.stringify(version)};\n${code}`;
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}
