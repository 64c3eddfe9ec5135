/** 护理等级与膳食 of a person: what holds, what is planned, what was; changed from a day on with who agreed. */
import { Button, Form, Input, Select, Table, Tag } from 'antd';
import { useState } from 'react';
import { arrangementLabels } from '#contract/elderly/arrangements.labels.ts';
import { arrangementKinds, arrangementStates, type ArrangementKind } from '#contract/elderly/arrangements.rules.ts';
import { arrangements } from '#contract/elderly/arrangements.ts';
import { people } from '#contract/elderly/people.ts';
import type { Output } from '#contract/http.ts';
import { titleOf } from '#contract/labels.ts';
import { diets as dietLabels, textureNames, textures, type Diet, type Texture } from '#contract/meals/dishes.rules.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { Day } from '#web/ui/day.tsx';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { MISSING } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useMay } from '#web/ui/may.ts';
import { State } from '#web/ui/state.tsx';
import type { PersonRow } from './person-basic.tsx';
import './people.css';

type Read = Output<typeof arrangements.ofPerson>;
interface Values {
  value: number;
  mealNote?: string;
  texture?: Texture;
  diets?: Diet[];
  effectiveDate?: string | null;
  reason: string;
  consentName?: string;
}

const dictionaryOf = (kind: ArrangementKind) => (kind === 'level' ? arrangementLabels.careLevel : arrangementLabels.meal).dictionary;

/** What is arranged beside the kind of meals. */
const Wishes = ({ texture, diets, mealNote }: Pick<Read, 'texture' | 'diets' | 'mealNote'>) => (
  <>
    {texture && <Tag>{textures[texture].label}</Tag>}
    {diets.map((diet) => (
      <Tag key={diet}>{dietLabels[diet]}</Tag>
    ))}
    {mealNote}
  </>
);

function ChangeDialog({ kind, person, now, onClose }: { kind: ArrangementKind; person: PersonRow; now: Read; onClose: () => void }) {
  const done = { changes: [arrangements.ofPerson, people.get, people.page], onSuccess: onClose };
  const level = useSend(arrangements.level, done);
  const meal = useSend(arrangements.meal, done);
  const submit = ({ value, mealNote = '', texture, diets = [], effectiveDate = null, reason, consentName = '' }: Values) => {
    const asked = { id: person.id, effectiveDate, reason, consentName };
    if (kind === 'level') level.mutate({ ...asked, careLevel: value });
    else meal.mutate({ ...asked, meal: value, mealNote, texture: texture ?? null, diets });
  };
  const label = titleOf(arrangementLabels, kind === 'level' ? 'careLevel' : 'meal');
  return (
    <FormDialog<Values>
      title={`变更${arrangementKinds[kind]}`}
      okText="确定"
      pending={level.isPending || meal.isPending}
      width={480}
      initial={kind === 'meal' ? { mealNote: now.mealNote ?? '', ...(now.texture ? { texture: now.texture } : {}), diets: now.diets } : {}}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="value" label={`新的${label}`} rules={[{ required: true, message: `请选择${label}` }]}>
        <DictionarySelect type={dictionaryOf(kind)} numeric />
      </Form.Item>
      {kind === 'meal' && (
        <>
          <Form.Item name="texture" label={arrangementLabels.texture} extra="不选则按膳食种类">
            <Select
              allowClear
              placeholder="按膳食种类"
              options={textureNames.map((value) => ({ value, label: `${textures[value].label}（IDDSI ${textures[value].iddsi}级）` }))}
            />
          </Form.Item>
          <Form.Item name="diets" label={arrangementLabels.diets}>
            <Select mode="multiple" allowClear placeholder="可多选" options={choices(dietLabels)} />
          </Form.Item>
          <Form.Item name="mealNote" label={arrangementLabels.mealNote}>
            <Input maxLength={200} placeholder="如 忌海鲜、切小块" />
          </Form.Item>
        </>
      )}
      <Form.Item name="effectiveDate" label={arrangementLabels.effectiveDate} extra="不填为今天；可以登记以后的日期，到时自动生效">
        <Day />
      </Form.Item>
      <Form.Item name="reason" label={arrangementLabels.reason} rules={[{ required: true, whitespace: true, message: '请填写变更原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} placeholder="如 评估结果变化" />
      </Form.Item>
      <Form.Item name="consentName" label={arrangementLabels.consentName} extra="本人或有权代表本人的家属">
        <Input maxLength={20} />
      </Form.Item>
    </FormDialog>
  );
}

function Changes({ changes, mayChange }: { changes: Read['changes']; mayChange: boolean }) {
  const withdraw = useSend(arrangements.withdraw, { changes: [arrangements.ofPerson] });
  if (changes.length === 0) return null;
  return (
    <Table
      size="small"
      rowKey="id"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={changes}
      columns={[
        { title: arrangementLabels.effectiveDate, dataIndex: 'effectiveDate' },
        { title: arrangementLabels.kind, render: (_, { kind }) => arrangementKinds[kind] },
        {
          title: '变更',
          render: (_, { kind, before, value, texture, diets, mealNote }) => (
            <>
              {before !== null && (
                <>
                  <DictionaryTag type={dictionaryOf(kind)} value={before} /> →{' '}
                </>
              )}
              <DictionaryTag type={dictionaryOf(kind)} value={value} /> <Wishes texture={texture} diets={diets} mealNote={mealNote} />
            </>
          ),
        },
        { title: arrangementLabels.reason, dataIndex: 'reason' },
        { title: arrangementLabels.consentName, render: (_, { consentName }) => consentName ?? MISSING },
        { title: arrangementLabels.state, render: (_, { state }) => <State of="arrangement" value={state} /> },
        { title: arrangementLabels.createBy, dataIndex: 'createBy' },
        {
          title: '操作',
          render: (_, { id, version, state }) =>
            mayChange &&
            state === arrangementStates.planned && (
              <Button type="link" size="small" loading={withdraw.isPending} onClick={() => withdraw.mutate({ id, version })}>
                撤销
              </Button>
            ),
        },
      ]}
    />
  );
}

export function Arrangements({ person }: { person: PersonRow }) {
  const mayChange = useMay()(arrangements.level);
  const [asked, setAsked] = useState<ArrangementKind | null>(null);
  const { data } = useCall(arrangements.ofPerson, { oldmanId: person.id }, { quiet: true });
  if (!data) return null;
  return (
    <section className="e-arrangements">
      <header>
        <h3>护理等级与膳食</h3>
        <span>
          <DictionaryTag type="care_level" value={person.careLevel} /> <DictionaryTag type="meal_type" value={data.meal} />{' '}
          <Wishes texture={data.texture} diets={data.diets} mealNote={data.mealNote} />
        </span>
        {mayChange && (
          <>
            <Button size="small" onClick={() => setAsked('level')}>
              变更护理等级
            </Button>
            <Button size="small" onClick={() => setAsked('meal')}>
              变更膳食
            </Button>
          </>
        )}
      </header>
      <Changes changes={data.changes} mayChange={mayChange} />
      {asked && <ChangeDialog kind={asked} person={person} now={data} onClose={() => setAsked(null)} />}
    </section>
  );
}
