/** Two records side by side: which one is kept, what of the other one is taken, what moves, and what stands against it. */
import { Alert, Button, Radio, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { personLabels } from '#contract/elderly/people.labels.ts';
import { people } from '#contract/elderly/people.ts';
import { mergeFields, proposedToKeep, type MergeField } from '#contract/elderly/person-merge.rules.ts';
import { personMerge } from '#contract/elderly/person-merge.ts';
import type { Output } from '#contract/http.ts';
import { titleOf } from '#contract/labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { personAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { MISSING } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { StoredImage } from '#web/ui/stored-files.tsx';
import { useDepartmentName } from './department-name.ts';
import { FlagTags, genderText } from './person-tags.tsx';
import './duplicates.css';

type Person = Output<typeof personMerge.preview>['keep'];
type Pick = Parameters<typeof proposedToKeep>[0];

const Department = ({ id }: { id: number | null }) => useDepartmentName(id) ?? MISSING;

/** A field as it is read. */
function valueOf(person: Person, field: MergeField): ReactNode {
  const value = person[field];
  if (value === null || value === '') return MISSING;
  if (field === 'gender') return genderText(person.gender);
  if (field === 'flags') return <FlagTags flags={person.flags} />;
  if (field === 'avatar') return <StoredImage url={String(value)} alt={person.userName} />;
  if (field === 'departmentId') return <Department id={person.departmentId} />;
  if (field === 'carerId') return person.carerName;
  const label = personLabels[field];
  return typeof label === 'string' ? String(value) : <DictionaryTag type={label.dictionary} value={value} />;
}

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0);
const differs = (one: unknown, other: unknown) => JSON.stringify(one ?? null) !== JSON.stringify(other ?? null);

export default function MergeDrawer({ one, other, onClose }: { one: Pick; other: Pick; onClose: () => void }) {
  const [keepId, setKeepId] = useState(() => proposedToKeep(one, other).id);
  const dropId = keepId === one.id ? other.id : one.id;
  const [chosen, setChosen] = useState<Partial<Record<MergeField, 'keep' | 'drop'>>>({});
  const { data, isError, error, refetch } = useCall(personMerge.preview, { keepId, dropId }, { quiet: true });
  const send = useSend(personMerge.merge, {
    changes: [personMerge.duplicates, personMerge.preview, people.page, people.get],
    once: true,
    onSuccess: (id) => {
      onClose();
      go(personAddress(id));
    },
    onError: ({ status }) => status === 409 && void refetch(),
  });
  const turn = (id: number) => {
    setKeepId(id);
    setChosen({});
  };
  /** What the kept record lacks is taken unless the user chose otherwise. */
  const isTaken = (field: MergeField) =>
    data !== undefined &&
    differs(data.keep[field], data.drop[field]) &&
    (chosen[field] ?? (isEmpty(data.keep[field]) ? 'drop' : 'keep')) === 'drop';
  const merge = () =>
    data &&
    send.mutate({
      keepId,
      dropId,
      fields: mergeFields.filter(isTaken),
      keepVersion: data.keep.version,
      dropVersion: data.drop.version,
    });
  const moving = data?.moves.map(({ label, count }) => `${label}${count}条`).join('、');
  return (
    <SideDrawer
      title="合并档案"
      open
      size="large"
      onClose={onClose}
      extra={
        <Confirm
          title={data ? `把“${data.drop.userName}”的档案并入“${data.keep.userName}”？` : '合并档案？'}
          description={`合并后不能撤销。${moving ? `将移动：${moving}。` : ''}原档案的地址和身份码会指向保留的档案。`}
          okText="合并"
          okButtonProps={{ danger: true }}
          onConfirm={merge}
        >
          <Button danger type="primary" loading={send.isPending} disabled={!data || data.against.length > 0}>
            合并
          </Button>
        </Confirm>
      }
    >
      {!data &&
        (isError ? <Button onClick={() => void refetch()}>{error.message}，重试</Button> : <Skeleton active paragraph={{ rows: 10 }} />)}
      {data && (
        <div className="e-merge">
          {data.against.length > 0 && (
            <Alert
              type="warning"
              showIcon
              title="现在不能合并"
              description={data.against.map((text) => (
                <p key={text}>{text}</p>
              ))}
            />
          )}
          <Radio.Group
            aria-label="保留的档案"
            value={keepId}
            onChange={({ target }) => turn(target.value as number)}
            options={[data.keep, data.drop]
              .toSorted((a, b) => a.id - b.id)
              .map(({ id, userName, place, createTime }) => ({
                value: id,
                label: `保留 ${userName}${place ? `（${place}）` : ''}，${createTime.slice(0, 10)}登记`,
              }))}
          />
          <table>
            <thead>
              <tr>
                <th>项目</th>
                <th>保留的档案</th>
                <th>被合并的档案</th>
              </tr>
            </thead>
            <tbody>
              {mergeFields.map((field) => {
                const open = differs(data.keep[field], data.drop[field]);
                const label = titleOf(personLabels, field);
                const pick = (side: 'keep' | 'drop') => (
                  <Radio
                    checked={isTaken(field) === (side === 'drop')}
                    onChange={() => setChosen((now) => ({ ...now, [field]: side }))}
                    aria-label={`${label}用${side === 'keep' ? '保留的' : '被合并的'}`}
                  >
                    {valueOf(data[side], field)}
                  </Radio>
                );
                return (
                  <tr key={field} data-differs={open || undefined}>
                    <th scope="row">{label}</th>
                    <td>{open ? pick('keep') : valueOf(data.keep, field)}</td>
                    <td>{open ? pick('drop') : valueOf(data.drop, field)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          <p>{moving ? `将移动到保留的档案：${moving}` : '被合并的档案没有其他记录'}</p>
        </div>
      )}
    </SideDrawer>
  );
}
