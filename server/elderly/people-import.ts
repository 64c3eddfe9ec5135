/** Service recipients from a workbook. */
import { sql } from 'kysely';
import { people as routes } from '#contract/elderly/people.ts';
import { titled } from '#contract/labels.ts';
import { saidByIdentity } from '#contract/elderly/identity-numbers.rules.ts';
import { personLabels } from '#contract/elderly/people.labels.ts';
import type { Context, Work } from '../context.ts';
import { attempt, type Import, type Saved } from '../transfers/declarations.ts';
import { departments, namesOf } from '../transfers/names.ts';
import { lockAll, registerMany, type PersonForm } from './registrations.ts';

/** Free beds as the list says them, `1号楼 3层 302 2床`, and shorter where that is still one bed. */
async function beds({ tx }: Work) {
  const rows = await tx.rows<{ id: number; name: string; full: string; place: string }>(sql`
    select b.id, r.name || ' ' || b.name as name, r.building || ' ' || r.name || ' ' || b.name as full,
      app.place_text(r.building, r.floor, r.name, b.name) as place from beds b join rooms r on r.tenant_id = b.tenant_id
        and r.id = b.room_id
    where b.tenant_id = ${tx.tenantId} and b.status in (0, 1) order by r.building, r.sort, r.name, b.name`);
  return namesOf([
    ...rows.map(({ id, place }) => ({ id, name: place })),
    ...rows.filter(({ name, place }) => name !== place).map(({ id, name }) => ({ id, name })),
    ...rows.filter(({ name, full }) => name !== full).map(({ id, full }) => ({ id, name: full })),
  ]);
}

/** Staff by name or sign-in name. */
async function carers({ tx }: Work) {
  const rows = await tx.rows<{ id: number; name: string; username: string }>(
    sql`select id, name, username from users where tenant_id = ${tx.tenantId} and deleted_at is null and status = 0 order by name`,
  );
  return namesOf([
    ...rows.map(({ id, name }) => ({ id, name })),
    ...rows.filter((row) => row.username !== row.name).map(({ id, username }) => ({ id, name: username })),
  ]);
}

/** A number on an identity card says the birth date and the sex: cells that are empty are filled from it, as the form by hand does. */
function completed(form: PersonForm): PersonForm {
  if (!form.identityNumber || form.identityNumber.includes('*')) return form;
  const { birthDate, gender } = saidByIdentity(form.identityNumber);
  return { ...form, birthDate: form.birthDate ?? birthDate, gender: form.gender ?? gender };
}

type Create = (form: PersonForm, context: Context) => Promise<unknown>;

/** Those with a bed one by one, as the bed may be taken; all others together. */
async function save(forms: readonly PersonForm[], context: Context, create: Create): Promise<Saved[]> {
  const answers: Saved[] = [];
  const together = forms.flatMap((form, at) => (form.bedId ? [] : [at]));
  const many = await attempt(context, async () => {
    const saved = await registerMany(
      together.map((at) => forms[at]!),
      context,
    );
    together.forEach((at, index) => (answers[at] = saved[index]!));
  });
  // A rule of the database that no form knows concerns one row, not its neighbours.
  const alone = many.problem === null ? (form: PersonForm) => Boolean(form.bedId) : () => true;
  for (const [at, form] of forms.entries()) if (alone(form)) answers[at] = await attempt(context, () => create(form, context));
  return answers;
}

/** `create` is the one of the form by hand. */
export const peopleImport = (create: Create): Import<PersonForm> => ({
  noun: '服务对象',
  prepare: lockAll,
  save: (forms, context) => save(forms.map(completed), context, create),
  form: routes.create.input,
  unique: [['userName', 'mobile'], ['identityNumber'], ['bedId']],
  columns: titled(personLabels, [
    { key: 'userName', required: true, example: '王秀英' },
    { key: 'gender', example: '女', width: 8 },
    { key: 'birthDate', kind: 'date', example: '1945-03-01' },
    { key: 'identityNumber', example: '110101194503010026', hint: '18位，单元格设为文本格式', width: 22 },
    { key: 'mobile', example: '13800000000', hint: '手机或固定电话' },
    { key: 'address', example: '幸福路1号2幢301室', width: 30 },
    { key: 'status', example: '在院' },
    { key: 'serviceType', example: '机构养老' },
    { key: 'careLevel', example: '自理' },
    { key: 'anergy', example: '能力完好' },
    { key: 'flags', several: true, hint: '如 跌倒高危、过敏', example: '跌倒高危', width: 18 },
    { key: 'departmentId', title: '部门', choices: departments, width: 14 },
    { key: 'bedId', choices: beds, hint: '空闲的床位', width: 18 },
    { key: 'carerId', choices: carers, hint: '员工的姓名或用户名' },
    { key: 'contactName', example: '王建国' },
    { key: 'contactPhone', example: '13900000000' },
    { key: 'contactRelation', example: '儿子' },
    { key: 'remarks', width: 30 },
  ]),
});
