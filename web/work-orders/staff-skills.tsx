/** /order/staffskill 员工技能: who is trained for which services, and until when. `?userId=` shows one person's. */
import { Input, Select, Tag } from 'antd';
import { levelLabels } from '#contract/work-orders/feasibility.rules.ts';
import { staffSkills } from '#contract/work-orders/staff-skills.ts';
import { titled } from '#contract/labels.ts';
import { staffSkillLabels } from '#contract/work-orders/staff-skills.labels.ts';
import { TypeSelect } from '#web/services/type-tree.tsx';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { Day } from '#web/ui/day.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { StaffFilter } from './staff-filter.tsx';

const Field = labelledField(staffSkillLabels);
const Filter = labelledFilter(staffSkillLabels);

type Skill = RowOf<typeof staffSkills.page>;

const LEVELS = choices(levelLabels).map(({ value, label }) => ({ value: Number(value), label }));
const COLORS: Record<number, string> = { 1: 'default', 2: 'processing', 3: 'success' };

const columns: Column<Skill>[] = titled(staffSkillLabels, [
  { key: 'userName', width: 120, pin: 'left' },
  { key: 'deptName', width: 140 },
  { key: 'serverTypeName', width: 160 },
  {
    key: 'level',
    width: 96,
    sort: 'level',
    render: ({ level }) => <Tag color={COLORS[level] ?? 'default'}>{levelLabels[level]}</Tag>,
  },
  {
    key: 'validUntil',
    width: 160,
    sort: 'valid_until',
    render: ({ validUntil, expired }) => (
      <>
        {validUntil ?? '长期'} {expired && <Tag color="error">已到期</Tag>}
      </>
    ),
  },
  { key: 'certificate', width: 180 },
  { key: 'remarks', width: 200, minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="userId">
      <StaffFilter />
    </Filter>
    <Filter name="serverTypeId">
      <TypeSelect allowClear />
    </Filter>
    <Filter name="level">
      <Select placeholder="全部" allowClear options={choices(levelLabels)} />
    </Filter>
    <Filter name="expired">
      <Select placeholder="全部" allowClear options={choices({ false: '有效', true: '已到期' })} />
    </Filter>
  </>
);

/** The list of staff in a form gives the id as text. */
const form = (
  <>
    <Field
      name="userId"
      getValueFromEvent={(value?: string) => (value ? Number(value) : null)}
      getValueProps={(value) => ({ value: value ? String(value) : undefined })}
    >
      <StaffFilter />
    </Field>
    <Field name="serverTypeId" extra="同时适用于其下级分类">
      <TypeSelect />
    </Field>
    <Field name="level">
      <Select options={LEVELS} />
    </Field>
    <Field name="validUntil" extra="不填为长期有效">
      <Day />
    </Field>
    <Field name="certificate" wide>
      <Input placeholder="如 养老护理员（中级）" maxLength={40} />
    </Field>
    <Field name="remarks" wide>
      <Input.TextArea placeholder="请输入备注" maxLength={100} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
    </Field>
  </>
);

export default function StaffSkills() {
  return (
    <CrudPage
      name="staff-skills"
      noun="员工技能"
      routes={staffSkills}
      columns={columns}
      filters={filters}
      form={form}
      initial={{ level: 2, validUntil: null }}
    />
  );
}
