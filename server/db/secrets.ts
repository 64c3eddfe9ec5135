/** Keys and database passwords, made on the first start and kept in `data/secrets.json` (0600). */
import { existsSync, linkSync, mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hkdfSync, randomBytes } from 'node:crypto';
import { environment } from '../config.ts';

/** Who of us may log in to PostgreSQL, as `yian_…` (server/db/migrate.ts makes the roles). */
export type Login = 'owner' | 'app' | 'ingest' | 'login' | 'upkeep' | 'jobs';

/** A key of sealed columns: `id` stands in what it sealed. */
export interface FieldKey {
  id: string;
  seal: Buffer;
  /** Of the index by which a value is found. */
  index: Buffer;
}

export interface Secrets {
  /** Signs the tenant context; PostgreSQL holds the same key where the runtime role cannot read it. */
  context: Buffer;
  /** Blind indexes and other keyed hashes of the application. */
  blind: Buffer;
  /** Seals what must be read again but not by whoever reads the database. */
  seal: Buffer;
  /** Keys of sealed columns (server/db/sealed-fields.ts): the first writes, all of them read. */
  fields: readonly [FieldKey, ...FieldKey[]];
  /** Seed of the Ed25519 key that signs the heads of the audit chains. */
  audit: Buffer;
  passwords: Record<'superuser' | Login, string>;
}

/** The id of the key that the key file gives: it is there unless FIELD_KEYS names others, and then reads what it sealed before. */
const FILE_KEY = '0';

/** A key of its own for each use. */
const derived = (key: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
const fieldKey = (id: string, key: Buffer): FieldKey => ({ id, seal: derived(key, 'field seal'), index: derived(key, 'field index') });

/** The keys of sealed columns: those of FIELD_KEYS (`id:64 hex digits`, by comma) before that of the key file. Throws on what is none. */
function fieldKeysOf(master: Buffer, named: readonly string[]): Secrets['fields'] {
  const keys = named.map((one) => {
    const [, id, hex] = /^([a-z0-9]{1,16}):([0-9a-f]{64})$/.exec(one) ?? [];
    if (!id || !hex || id === FILE_KEY)
      throw new Error(`FIELD_KEYS: write id:key by comma; an id is 1 to 16 letters or digits and not ${FILE_KEY}, a key 64 hex digits`);
    return fieldKey(id, Buffer.from(hex, 'hex'));
  });
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error('FIELD_KEYS: an id is there twice');
  return [...keys, fieldKey(FILE_KEY, master)] as unknown as Secrets['fields'];
}

/** Reads, or on the first start creates, the secrets of a data directory. Refuses a file that others can read, and keys that are none. */
export function loadSecrets(dataDir: string, fieldKeys: readonly string[] = environment.fieldKeys()): Secrets {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) {
    const partial = `${file}.${process.pid}`;
    writeFileSync(partial, JSON.stringify({ master: randomBytes(32).toString('hex') }), { mode: 0o600 });
    try {
      // Unlike a rename, a link never replaces what another process has just made and already uses.
      linkSync(partial, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      unlinkSync(partial);
    }
  }
  if (statSync(file).mode & 0o077) throw new Error(`${file} is readable by others; chmod 600 it`);
  const master = Buffer.from(JSON.parse(readFileSync(file, 'utf8')).master, 'hex');
  if (master.length !== 32) throw new Error(`${file} does not hold a 32-byte master key`);
  const derive = (purpose: string) => derived(master, purpose);
  const password = (role: string) => derive(`password:${role}`).toString('base64url');
  return {
    context: derive('context'),
    blind: derive('blind'),
    seal: derive('seal'),
    fields: fieldKeysOf(master, fieldKeys),
    audit: derive('audit'),
    passwords: {
      superuser: password('superuser'),
      owner: password('owner'),
      app: password('app'),
      ingest: password('ingest'),
      login: password('login'),
      upkeep: password('upkeep'),
      jobs: password('jobs'),
    },
  };
}
