/** Papers of people and of the institution as they are read: the list, one with its scans, one that is changed. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { documentLabels } from '#contract/elderly/person-documents.labels.ts';
import { identityNumberOf } from '#contract/elderly/identity-numbers.rules.ts';
import {
  isIdentityPaper,
  documentStateLabels,
  documentStates,
  IN_USE,
  shownNumber,
  USUAL_SOON_DAYS,
} from '#contract/elderly/person-documents.rules.ts';
import type { PersonDocument, PersonDocumentDetail, personDocuments as routes } from '#contract/elderly/person-documents.ts';
import { titled } from '#contract/labels.ts';
import type { Context, Session } from '../context.ts';
import { fieldIndexes, openField, openIf, sealField } from '../db/sealed-fields.ts';
import type { Secrets } from '../db/secrets.ts';
import { db, type Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { signedLink } from '../files/file-links.ts';
import { lookup } from '../lists/columns.ts';
import { equals, readOne, type ListOf } from '../lists/crud.ts';
import { containing } from '../lists/like.ts';
import type { SearchOf } from '../lists/list.ts';
import { seenPeople } from '../lists/now-sources.ts';
import { personTyped } from '../lists/people-reach.ts';
import { listOf, type Export } from '../transfers/exports.ts';

export const NOUN = '档案文件';
export type DocumentOut = z.input<typeof PersonDocument>;

/** How many days before its end a paper is one that ends soon, as the institution has set it; an expression of SQL. */
export const soonDays = (tenantId: number) => sql<number>`coalesce((select value::integer from parameters
  where tenant_id = ${tenantId} and key = 'DOCUMENT_SOON_DAYS' and value ~ '^[0-9]{1,3}$'), ${sql.lit(USUAL_SOON_DAYS)})`;

/** The state of a row today: it holds through its last day. */
const stateOf = (tenantId: number) => sql<number>`(case
  when person_documents.replaced_by is not null then ${sql.lit(documentStates.replaced)}
  when person_documents.expires_on is null then ${sql.lit(documentStates.endless)}
  when person_documents.expires_on < current_date then ${sql.lit(documentStates.expired)}
  when person_documents.expires_on <= current_date + ${soonDays(tenantId)} then ${sql.lit(documentStates.soon)}
  else ${sql.lit(documentStates.valid)} end)::integer`;

/** The rows of a state, in words that an index has. */
function inState(tenantId: number, state: number) {
  const { replaced, endless, expired, soon } = documentStates;
  const ends = sql.ref('person_documents.expires_on');
  const inUse = sql<boolean>`person_documents.replaced_by is null`;
  if (state === replaced) return sql<boolean>`person_documents.replaced_by is not null`;
  if (state === IN_USE) return inUse;
  if (state === endless) return sql<boolean>`(${inUse} and ${ends} is null)`;
  if (state === expired) return sql<boolean>`(${inUse} and ${ends} < current_date)`;
  if (state === soon) return sql<boolean>`(${inUse} and ${ends} >= current_date and ${ends} <= current_date + ${soonDays(tenantId)})`;
  return sql<boolean>`(${inUse} and ${ends} > current_date + ${soonDays(tenantId)})`;
}

const FIELD = 'person_documents.number_sealed';
/** Before a number as it was selected: whether it is to be opened. */
const PLAIN = sql.lit('=');
const SEALED = sql.lit('#');

/** The number of a paper by what was selected of it. */
const numberOf = (keys: Pick<Secrets, 'fields'>, tenantId: number, selected: string | null): string | null =>
  selected?.startsWith('#') ? openField(keys, tenantId, FIELD, selected.slice(1)) : (selected?.slice(1) ?? null);

/** The number of an identity card is found however it is written. */
const numberKey = (number: string): string => identityNumberOf(number) ?? number;

/** The columns of a number: sealed when it is that of an identity card. */
export function numberColumns(keys: Pick<Secrets, 'fields'>, tenantId: number, type: number, number: string | null) {
  if (number === null || !isIdentityPaper(type, number)) return { number, number_sealed: null, number_index: null };
  const [index] = fieldIndexes(keys, tenantId, FIELD, numberKey(number));
  return { number: null, number_sealed: sealField(keys, tenantId, FIELD, number), number_index: index };
}

/** The number of a row as it is stored. */
export const numberOfRow = (keys: Pick<Secrets, 'fields'>, { tenant_id, number, number_sealed }: DocumentRow): string | null =>
  number ?? openIf(keys, tenant_id, FIELD, number_sealed);

/** Papers of people whom the session reaches, and those of the institution. */
export const reachesDocument = (_eb: unknown, session: Session) =>
  sql<boolean>`(person_documents.person_id is null or person_documents.person_id in ${seenPeople(session)})`;

/** A list that is searched by a whole number that is sealed needs the `keys`. */
export const documentList = (tenantId: number, keys?: Pick<Secrets, 'fields'>): ListOf<typeof routes.page, 'person_documents'> => ({
  table: 'person_documents',
  noun: NOUN,
  soft: true,
  scope: reachesDocument,
  columns: {
    id: 'id',
    oldmanId: 'person_id',
    oldmanName: lookup('people', 'name', 'person_documents.person_id'),
    type: 'type',
    title: 'title',
    // What is sealed is opened below.
    number: () => sql<string | null>`coalesce(${PLAIN} || person_documents.number, ${SEALED} || person_documents.number_sealed)`,
    issuedDate: 'issued_on',
    expireDate: 'expires_on',
    state: () => stateOf(tenantId),
    note: 'note',
    fileCount: () => sql<number>`cardinality(person_documents.files)`,
    createBy: 'user_name',
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    oldmanId: equals('person_id'),
    oldmanName: personTyped(tenantId, 'person_documents.person_id'),
    title: (_eb, value) => sql`(person_documents.title like ${containing(value)} or person_documents.number like ${containing(value)}
      or person_documents.number_index = any(${keys ? fieldIndexes(keys, tenantId, FIELD, numberKey(value)) : []}::text[]))`,
    type: equals('type'),
    owner: (_eb, value) => (value === 1 ? sql`person_documents.person_id is not null` : sql`person_documents.person_id is null`),
    state: (_eb, value) => inState(tenantId, value),
  },
  sorts: { expire_date: 'expires_on' },
  shown: (row, { secrets }) => ({ number: numberOf(secrets, tenantId, row.number) }),
});

/** A row as lists and files show it. */
export const shown = (row: DocumentOut): DocumentOut => ({ ...row, number: shownNumber(row.type, row.number) });

export const documentSheet: Export<z.output<typeof PersonDocument>, SearchOf<typeof routes.page>> = {
  name: NOUN,
  list: ({ tenantId }, { secrets }) => ({
    ...listOf(documentList(tenantId, secrets)),
    toRow: (row) => shown({ ...row, number: numberOf(secrets, tenantId, row.number) }),
  }),
  columns: titled(documentLabels, [
    { key: 'oldmanName', value: ({ oldmanName }) => oldmanName ?? '本机构', width: 12 },
    { key: 'type', dictionary: documentLabels.type.dictionary, width: 12 },
    { key: 'title', width: 24 },
    { key: 'number', width: 22 },
    { key: 'issuedDate', width: 12 },
    { key: 'expireDate', width: 12 },
    { key: 'state', value: ({ state }) => documentStateLabels[state] ?? '', width: 10 },
    { key: 'fileCount', width: 8 },
    { key: 'note', width: 24 },
    { key: 'createBy', width: 12 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
};

/** Where a scan is read; a signed link is this with `?t=`. */
export const scanPath = (file: string) => `/members/persondocument/file/${file}`;

/** A paper that the session reaches, with its scans in their order. Throws 404. */
export async function readDocument(context: Context, id: number): Promise<z.input<typeof PersonDocumentDetail>> {
  const { tx, deps, session } = context;
  const row = await readOne(documentList(session.tenantId), id, context);
  const files = await tx.rows<{ name: string; original: string; size: number }>(sql`
    select f.name, f.original, f.size from person_documents d cross join unnest(d.files) with ordinality as named (name, at)
      join files f on f.tenant_id = d.tenant_id and f.bucket = 'files' and f.name = named.name and f.deleted_at is null
    where d.tenant_id = ${tx.tenantId} and d.id = ${id} order by named.at`);
  const chain = await tx.row<{ replacedBy: number | null; replaces: number | null }>(sql`
    select d.replaced_by as "replacedBy", (select o.id from person_documents o where o.tenant_id = d.tenant_id and o.person_id is not distinct
      from d.person_id and o.replaced_by = d.id and o.deleted_at is null order by o.id limit 1) as replaces
    from person_documents d where d.tenant_id = ${tx.tenantId} and d.id = ${id}`);
  const links = files.map((file) => ({ ...file, link: signedLink(deps.secrets, tx.tenantId, scanPath(file.name), deps.now()) }));
  return { ...row, ...chain!, files: links };
}

/** A paper, locked; who may see it is asked by the caller. Throws 404. */
export async function lockDocument(tx: Tx, id: number) {
  const row = await tx.row(
    db
      .selectFrom('person_documents')
      .selectAll()
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate(),
  );
  if (!row) throw notFound(NOUN);
  return row;
}
export type DocumentRow = Awaited<ReturnType<typeof lockDocument>>;
