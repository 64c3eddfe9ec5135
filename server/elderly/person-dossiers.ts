/**
 * All that is kept of one person as one file: a page to be read, every row that names the person as data, and the files of the record. What
 * names a person is what a merge would move (`personReferences`), so that an area that is added is in it as well.
 */
import { sql } from 'kysely';
import { personDossiers as routes } from '#contract/elderly/person-dossiers.ts';
import { tableLabels } from '#contract/system/table-labels.ts';
import { isoOf } from '#contract/time.ts';
import type { Context, Dependencies } from '../context.ts';
import type { Handlers } from '../http/implement.ts';
import { openField, type SealedField } from '../db/sealed-fields.ts';
import { readOne } from '../lists/crud.ts';
import { personReferences, rowsOf, type PersonReference } from '../lists/merged-people.ts';
import { zip, type ZipEntry } from '../lists/zip.ts';
import { storeOf } from '../files/file-store.ts';
import { keep } from '../transfers/files.ts';
import { beats, begin, finish, type Task } from '../transfers/tasks.ts';
import { dossierPage, type DossierRow, type DossierTable } from './dossier-page.ts';
import { peopleRows } from './people-rows.ts';

/** Rows of one transaction, and rows of a table that stand on the page. */
const BATCH = 5000;
const SHOWN = 200;

const PEOPLE: PersonReference = { table: 'people', column: 'id', way: 'stays', why: 'the person', erase: 'stays' };
/** What stands on the page and is no column of the record. */
const HIDDEN = ['tenant_id', 'name_terms', 'initials', 'identity_index', 'number_index'];

/** Sealed columns, and what they are called once they are open. */
const OPENED: Readonly<Record<string, string>> = { identity_sealed: 'identity_number', number_sealed: 'number' };

/** A row with what is sealed in it opened: the copy is the person's. */
function opened({ secrets }: Dependencies, tenantId: number, table: string, row: DossierRow): DossierRow {
  const entries = Object.entries(row).flatMap(([column, value]): [string, unknown][] => {
    const name = OPENED[column];
    if (name === undefined) return [[column, value]];
    return typeof value === 'string' ? [[name, openField(secrets, tenantId, `${table}.${column}` as SealedField, value)]] : [];
  });
  return Object.fromEntries(entries);
}

/** The tables of a dossier, each once: the person first. */
const tablesOf = (): PersonReference[] => [
  PEOPLE,
  ...personReferences().filter(({ table }) => table !== 'people' && table !== 'person_duplicate_dismissals'),
];

/** The columns of a table's key, by which its rows are walked. */
async function keyOf({ inTenant }: Dependencies, tenantId: number, table: string): Promise<string[]> {
  const rows = await inTenant(tenantId, (tx) =>
    tx.rows<{ name: string }>(sql`
      select a.attname::text as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = ${table}::regclass and i.indisprimary order by array_position(i.indkey::int2[], a.attnum)`),
  );
  return rows.map(({ name }) => name);
}

async function* rowsOfPerson(
  deps: Dependencies,
  tenantId: number,
  personId: number,
  reference: PersonReference,
): AsyncGenerator<DossierRow[]> {
  const { table } = reference;
  const order = sql.join((await keyOf(deps, tenantId, table)).map((name) => sql.ref(name)));
  for (let offset = 0; ; offset += BATCH) {
    const found = await deps.inTenant(tenantId, (tx) =>
      tx.rows<{ row: DossierRow }>(sql`
        select to_jsonb(r) - ${HIDDEN}::text[] as row from (select * from ${sql.table(table)}
          where ${rowsOf(reference, tenantId, personId)} order by ${order} limit ${BATCH} offset ${offset}) r`),
    );
    if (found.length > 0) yield found.map(({ row }) => opened(deps, tenantId, table, row));
    if (found.length < BATCH) return;
  }
}

interface NamedFile {
  name: string;
  original: string;
  size: number;
}

/** The files that papers, contracts, admissions and the record name; those that are gone are left out. */
const filesOf = ({ inTenant }: Dependencies, tenantId: number, personId: number): Promise<NamedFile[]> =>
  inTenant(tenantId, (tx) =>
    tx.rows<NamedFile>(sql`
      with named as (
        select unnest(files) as name from person_documents where tenant_id = ${tenantId} and person_id = ${personId} and deleted_at is null
        union select substring(unnest(files) from '[^/]+$') from contracts where tenant_id = ${tenantId} and person_id = ${personId}
        union select substring(unnest(files) from '[^/]+$') from admissions where tenant_id = ${tenantId} and person_id = ${personId}
        union select substring(photo from '[^/]+$') from people where tenant_id = ${tenantId} and id = ${personId})
      select f.name, f.original, f.size from files f where f.tenant_id = ${tenantId} and f.bucket = 'files' and f.deleted_at is null
        and f.name in (select name from named) order by f.id`),
  );

async function* jsonOf(batches: AsyncIterable<DossierRow[]>, seen: (rows: DossierRow[]) => Promise<void>): AsyncGenerator<string> {
  let first = true;
  for await (const rows of batches) {
    await seen(rows);
    yield `${first ? '[\n' : ',\n'}${rows.map((row) => JSON.stringify(row)).join(',\n')}`;
    first = false;
  }
  yield first ? '[]\n' : '\n]\n';
}

interface Asked {
  person: { id: number; userName: string };
  by: string;
  reason: string;
}

/** The entries of the file; `beat` hears how many tables are done. */
async function* entriesOf(deps: Dependencies, { tenantId }: Task, { person, by, reason }: Asked, beat: (done: number) => Promise<void>) {
  const shown: DossierTable[] = [];
  for (const [at, reference] of tablesOf().entries()) {
    const { table } = reference;
    const title = tableLabels[table] ?? table;
    const file = `数据/${title === table ? '' : `${title}-`}${table}.json`;
    const into = { title, table, file, count: 0, rows: [] as DossierRow[] };
    const seen = async (rows: DossierRow[]) => {
      into.count += rows.length;
      into.rows.push(...rows.slice(0, SHOWN - into.rows.length));
      await beat(at);
    };
    yield { name: file, chunks: jsonOf(rowsOfPerson(deps, tenantId, person.id, reference), seen) } satisfies ZipEntry;
    if (into.count > 0) shown.push(into);
  }
  const files: string[] = [];
  for (const { name, original, size } of await filesOf(deps, tenantId, person.id)) {
    const bytes = await storeOf(deps.config).get(name, { start: 0, end: size - 1 });
    if (!bytes) continue;
    const path = `附件/${files.length + 1}-${original}`;
    yield { name: path, chunks: bytes as AsyncIterable<Buffer> } satisfies ZipEntry;
    files.push(path);
  }
  const made = `${isoOf(deps.now())}由${by}导出，原因：${reason}`;
  yield { name: '档案.html', chunks: [dossierPage(person.userName, made, shown, files)] } satisfies ZipEntry;
}

export const personDossiers: Handlers<typeof routes> = {
  async start({ id, reason }, context: Context) {
    const { deps, session } = context;
    const person = await readOne(peopleRows(session), id, context);
    const total = tablesOf().length;
    const key = await begin(context, { kind: 'export', noun: `${person.userName}的个人档案`, total }, async (task) => {
      const asked = { person, by: session.name, reason };
      await keep(deps.config, task.key, 'result.zip', zip(entriesOf(deps, task, asked, beats(deps, task))));
      await finish(deps, task, { status: 'done', good: total, done: total, files: ['result.zip'] });
    });
    return { key };
  },
};
