/** What erasing a person takes away and what stays, and who does the next step: asking, confirming by another one, stopping it. */
import { Alert, Button, Descriptions, Skeleton } from 'antd';
import { useState } from 'react';
import { erasureLabels } from '#contract/elderly/person-erasures.labels.ts';
import { erasureRefusal, type ErasureAction } from '#contract/elderly/person-erasures.rules.ts';
import { personErasures } from '#contract/elderly/person-erasures.ts';
import type { Output } from '#contract/http.ts';
import { titleOf } from '#contract/labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { State } from '#web/ui/state.tsx';
import './duplicates.css';

type Preview = Output<typeof personErasures.preview>;

const ALWAYS_GOES = '姓名、身份证号、电话、地址、出生日期、照片、联系人、身份码';
const ALWAYS_STAYS = '账户金额、统计数字、操作日志中的编号和时间';

const listed = (rows: Preview['goes']) => rows.map(({ label, count }) => `${label}${count}条`).join('、');

function Facts({ data: { person, goes, emptied } }: { data: Preview }) {
  const item = (name: keyof typeof erasureLabels, children: string | null) =>
    children === null ? [] : [{ key: name, label: titleOf(erasureLabels, name), children }];
  return (
    <Descriptions
      column={1}
      size="small"
      items={[
        ...item('userName', person.userName),
        { key: 'state', label: titleOf(erasureLabels, 'state'), children: <State of="erasure" value={person.state} /> },
        ...item('leftTime', person.leftTime),
        ...item('askName', person.askName),
        ...item('askReason', person.askReason),
        ...item('holdName', person.holdName),
        ...item('holdReason', person.holdReason),
        { key: 'goes', label: '删除', children: [ALWAYS_GOES, listed(goes)].filter(Boolean).join('、') },
        { key: 'emptied', label: '清空文字，保留记录', children: listed(emptied) || '没有' },
        { key: 'stays', label: '保留', children: ALWAYS_STAYS },
      ]}
    />
  );
}

export default function ErasureDrawer({ id, userId, onClose }: { id: number; userId: number; onClose: () => void }) {
  const { data, isError, error, refetch } = useCall(personErasures.preview, { id }, { quiet: true });
  const [asking, setAsking] = useState<'ask' | 'hold' | null>(null);
  const changes = [personErasures.page, personErasures.preview];
  const stale = { onError: ({ status }: { status: number }) => void (status === 409 && refetch()) };
  const stay = { changes, ...stale, onSuccess: () => setAsking(null) };
  const ask = useSend(personErasures.ask, stay);
  const hold = useSend(personErasures.hold, stay);
  const withdraw = useSend(personErasures.withdraw, stay);
  const release = useSend(personErasures.release, stay);
  const confirm = useSend(personErasures.confirm, { changes: [personErasures.page], ...stale, onSuccess: onClose });
  if (!data)
    return (
      <SideDrawer title="删除个人信息" open onClose={onClose}>
        {isError ? <Button onClick={() => void refetch()}>{error.message}，重试</Button> : <Skeleton active paragraph={{ rows: 8 }} />}
      </SideDrawer>
    );
  const { person, against } = data;
  const given = { id, version: person.version };
  const asked = {
    ask: { title: '申请删除', placeholder: '例如 保管期满，家属要求删除', okText: '申请', send: ask },
    hold: { title: '暂缓删除', placeholder: '例如 诉讼未结、监管部门调查', okText: '暂缓', send: hold },
  };
  const may = (action: ErasureAction) => erasureRefusal(action, person, userId) === null;
  return (
    <SideDrawer
      title="删除个人信息"
      open
      size="large"
      onClose={onClose}
      extra={
        <>
          {may('release') && (
            <Button loading={release.isPending} onClick={() => release.mutate(given)}>
              解除暂缓
            </Button>
          )}
          {may('hold') && <Button onClick={() => setAsking('hold')}>暂缓删除</Button>}
          {may('withdraw') && (
            <Button loading={withdraw.isPending} onClick={() => withdraw.mutate(given)}>
              撤回申请
            </Button>
          )}
          {may('ask') && (
            <Button danger type="primary" disabled={against.length > 0} onClick={() => setAsking('ask')}>
              申请删除
            </Button>
          )}
          {may('confirm') && (
            <Confirm
              title={`删除“${person.userName}”的个人信息？`}
              description="删除后不能恢复。档案改名为“已删除人员”，文字、扫描件和照片不再存在。"
              okText="删除"
              okButtonProps={{ danger: true }}
              onConfirm={() => confirm.mutate(given)}
            >
              <Button danger type="primary" loading={confirm.isPending} disabled={against.length > 0}>
                确认删除
              </Button>
            </Confirm>
          )}
        </>
      }
    >
      <div className="e-merge">
        {against.length > 0 && (
          <Alert
            type="warning"
            showIcon
            title="现在不能删除"
            description={against.map((text) => (
              <p key={text}>{text}</p>
            ))}
          />
        )}
        {person.askId === userId && person.holdReason === null && <Alert type="info" showIcon title="已申请，等待另一位管理员确认" />}
        <Facts data={data} />
      </div>
      {asking && (
        <ReasonDialog
          title={`${asked[asking].title}“${person.userName}”的个人信息`}
          placeholder={asked[asking].placeholder}
          okText={asked[asking].okText}
          harmless
          most={200}
          pending={asked[asking].send.isPending}
          onOk={(reason) => asked[asking].send.mutate({ ...given, reason })}
          onClose={() => setAsking(null)}
        />
      )}
    </SideDrawer>
  );
}
