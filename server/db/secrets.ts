/** Keys and database passwords, made on the first start and kept in `data/secrets.json` (0600). */
import { existsSync, linkSync, mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hkdfSync, randomBytes } from 'node:crypto';

/** Who of us may log in to PostgreSQL, as `yian_…` (server/db/migrate.ts makes the roles). */
export type Login = 'owner' | 'app' | 'ingest' | 'login' | 'upkeep' | 'jobs';

export interface Secrets {
  /** Signs the tenant context; PostgreSQL holds the same key where the runtime role cannot read it. */
  context: Buffer;
  /** Blind indexes and other keyed hashes of the application. */
  blind: Buffer;
  /** Seals what must be read again but not by whoever reads the database. */
  seal: Buffer;
  /** Seed of the Ed25519 key that signs the heads of the audit chains. */
  audit: Buffer;
  passwords: Record<'superuser' | Login, string>;
}

/** Reads, or on the first start creates, the secrets of a data directory. Refuses a file that others can read. */
export function loadSecrets(dataDir: string): Secrets {
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
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', purpose, 32));
  const password = (role: string) => derive(`password:${role}`).toString('base64url');
  return {
    context: derive('context'),
    blind: derive('blind'),
    seal: derive('seal'),
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
