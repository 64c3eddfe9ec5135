/** The flows that an institution makes: drafts, versions, and who would decide. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { processOf } from '#contract/approvals/approval-diagrams.rules.ts';
import type { approvalDefinitions as routes, ApprovalDefinitionRow } from '#contract/approvals/approval-definitions.ts';
import type { Context } from '../context.ts';
import { instant } from '../db/instants.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { merged } from '../lists/crud.ts';
import { decidersOf, watchers, type Asked } from './deciders.ts';
import { drawnOf, ensureDefinitions, problemOf, publishDraft, shownOf, type Draft } from './definition-rows.ts';
import { advance, begin } from './process-engine.ts';

const NOUN = '审批流程';
type Row = z.input<typeof ApprovalDefinitionRow>;

const rows = sql<Row & { draft: Draft }>`
  select d.id, d.kind, d.name, d.description, d.enabled, d.published, d.version, d.created_by as "createBy", d.draft,
    d.created_at as "createTime", d.updated_at as "updateTime",
    (v.id is null or v.fields <> d.draft -> 'fields' or v.steps <> d.draft -> 'steps'
      or (d.draft -> 'diagram' <> 'null' and v.diagram <> d.draft ->> 'diagram')) as changed,
    (select count(*) from approval_cases c where c.tenant_id = d.tenant_id and c.definition_id = d.id and c.state in (1, 5)) as running
  from approval_definitions d
    left join approval_versions v on v.tenant_id = d.tenant_id and v.definition_id = d.id and v.number = d.published`;

async function read({ tx }: Context, id: number) {
  const row = await tx.row<Row & { draft: Draft }>(sql`${rows} where d.tenant_id = ${tx.tenantId} and d.id = ${id}`);
  if (!row) throw notFound(NOUN);
  return row;
}

const shown = async ({ draft, ...row }: Row & { draft: Draft }) => ({ ...row, ...draft, ...(await shownOf(row.kind, draft)) });

/** Sets columns of the version that the caller read. Throws 404, and 409 with the flow as it is now. */
async function change(context: Context, id: number, version: number, columns: ReturnType<typeof sql>): Promise<void> {
  const { tx, deps } = context;
  const won = await tx.run(sql`
    update approval_definitions set ${columns}, version = version + 1, updated_at = ${instant(deps.now())}
    where tenant_id = ${tx.tenantId} and id = ${id} and version = ${version}`);
  if (won === 0) throw conflict('审批流程已被修改，请刷新后重试', await shown(await read(context, id)));
}

/** A name that another flow has is refused before the database does. */
async function needName({ tx }: Context, name: string, id: number): Promise<void> {
  const other = await tx.row(sql`select id from approval_definitions where tenant_id = ${tx.tenantId} and name = ${name} and id <> ${id}`);
  if (other) throw refused('已有同名的审批流程');
}

export const approvalDefinitions: Handlers<typeof routes> = {
  async list(_input, context) {
    await ensureDefinitions(context);
    const found = await context.tx.rows<Row & { draft: Draft }>(
      sql`${rows} where d.tenant_id = ${context.tx.tenantId} order by d.kind = 'general', d.id`,
    );
    return found;
  },

  get: async ({ id }, context) => shown(await read(context, id)),

  async create({ name, description }, context) {
    const { tx, deps, actor } = context;
    await needName(context, name, 0);
    const draft: Draft = { fields: [], steps: [], diagram: null };
    const made = await tx.row<{ id: number }>(sql`
      insert into approval_definitions (tenant_id, kind, name, description, draft, created_by, created_at, updated_at)
      values (${tx.tenantId}, 'general', ${name}, ${description}, ${JSON.stringify(draft)}::jsonb, ${actor.name}, ${instant(deps.now())},
        ${instant(deps.now())}) returning id`);
    return made!.id;
  },

  async update({ id, version, name, description, ...changes }, context) {
    const row = await read(context, id);
    const draft = merged(row.draft, changes);
    if (name !== undefined) await needName(context, name, id);
    // A draft may be half done; what cannot even be read as a drawing is no draft.
    await drawnOf(row.kind, draft);
    await change(
      context,
      id,
      version,
      sql`name = ${name ?? row.name}, description = ${description ?? row.description}, draft = ${JSON.stringify(draft)}::jsonb`,
    );
    return shown(await read(context, id));
  },

  preview: ({ kind, ...draft }) => shownOf(kind, draft),

  async publish({ id, version }, context) {
    const { kind, draft, published } = await read(context, id);
    const number = await publishDraft(context, { id, kind }, draft);
    await change(context, id, version, sql`published = ${number}, enabled = case when ${published === null} then true else enabled end`);
    return true;
  },

  async enable({ id, version, enabled }, context) {
    const { published } = await read(context, id);
    if (enabled && published === null) throw refused('请先发布审批流程');
    await change(context, id, version, sql`enabled = ${enabled}`);
    return true;
  },

  async remove({ id }, context) {
    const { tx } = context;
    const { kind } = await read(context, id);
    if (kind !== 'general') throw refused('业务的审批流程不能删除，可以停用');
    const used = await tx.row(sql`select id from approval_cases where tenant_id = ${tx.tenantId} and definition_id = ${id} limit 1`);
    if (used) throw refused('已有申请使用此流程，不能删除，可以停用');
    await tx.run(sql`delete from approval_definitions where tenant_id = ${tx.tenantId} and id = ${id}`);
    return true;
  },

  async versions({ id }, context) {
    await read(context, id);
    return context.tx.rows(sql<{ number: number; publishedBy: string; publishTime: string; running: number; drawn: string }>`
      select v.number, v.published_by as "publishedBy", v.published_at as "publishTime", v.diagram as drawn,
        (select count(*) from approval_cases c where c.tenant_id = v.tenant_id and c.version_id = v.id and c.state in (1, 5)) as running
      from approval_versions v where v.tenant_id = ${context.tx.tenantId} and v.definition_id = ${id} order by v.number desc limit 100`);
  },

  async simulate({ kind, applicantId, personId, values, people, ...draft }, context) {
    const { tx, deps } = context;
    const { flow } = await drawnOf(kind, draft);
    const problem = problemOf(kind, draft, flow);
    if (problem !== null) throw refused(problem);
    const applicant = await tx.row(sql`
      select id from users where tenant_id = ${tx.tenantId} and id = ${applicantId} and status = 0 and deleted_at is null`);
    if (!applicant) throw refused('申请人不存在或已停用');
    const asked: Asked = { applicantId, personId, people };
    const found: z.input<typeof routes.simulate.output> = [];
    let state = await begin(processOf(flow), values);
    // Each step is approved once: loops of a drawn flow end by that.
    const seen = new Set<string>();
    while (state.waiting.some((id) => !seen.has(id))) {
      const id = state.waiting.find((one) => !seen.has(one))!;
      seen.add(id);
      const { name, mode, deciders, self } = draft.steps.find((one) => one.id === id)!;
      const those = await decidersOf(tx, deciders, asked, self, deps.now());
      const instead = those.length > 0 ? [] : await watchers(tx, applicantId);
      found.push({
        step: id,
        name: flow.nodes.find((node) => node.id === id)?.name || name,
        mode,
        people: [...those, ...instead].map(({ id: userId, name: its, why }) => ({ userId, name: its, why })),
        warning: those.length > 0 ? null : instead.length > 0 ? '没有可用的审批人，将转给审批管理员' : '没有可用的审批人，申请将无法提交',
      });
      if (state.state === null) break;
      state = await advance(state.state, { step: id, returnTo: null }, values);
    }
    return found;
  },
};
