/** /admin/client/index 客户端管理: the programs that may sign people in; the platform's alone. */
import { App, Form, Input, InputNumber, Switch, Tag } from 'antd';
import { useState } from 'react';
import type { Input as InputOf } from '#contract/http.ts';
import { clients } from '#contract/users/clients.ts';
import { titled } from '#contract/labels.ts';
import { clientLabels } from '#contract/users/clients.labels.ts';
import { useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, labelledField } from '#web/ui/form.tsx';
import { Filter } from '#web/ui/search-form.tsx';
import { useMay } from '#web/ui/may.ts';
import { OnceShown, type OnceShownFacts } from './once-shown.tsx';
import { useProve } from './prove.tsx';

const Field = labelledField(clientLabels);

type Row = RowOf<typeof clients.page>;

const span = (seconds: number) =>
  seconds % 86_400 === 0 ? `${seconds / 86_400} 天` : seconds % 3600 === 0 ? `${seconds / 3600} 小时` : `${Math.round(seconds / 60)} 分钟`;

const columns: Column<Row>[] = titled(clientLabels, [
  {
    key: 'id',
    width: 180,
    pin: 'left',
    render: ({ id, builtIn }) => (
      <>
        {id} {builtIn && <Tag>内置</Tag>}
      </>
    ),
  },
  { key: 'description', width: 200 },
  { key: 'sessions', width: 96, align: 'right' },
  { key: 'encryptsPassword', width: 96, minor: 1, render: ({ encryptsPassword }) => (encryptsPassword ? '是' : '否') },
  { key: 'needsCaptcha', width: 88, minor: 1, render: ({ needsCaptcha }) => (needsCaptcha ? '需要' : '不需要') },
  { key: 'accessSeconds', width: 112, align: 'right', render: ({ accessSeconds }) => span(accessSeconds) },
  { key: 'refreshSeconds', width: 132, align: 'right', render: ({ refreshSeconds }) => span(refreshSeconds) },
  { key: 'createTime', width: 172, minor: 2 },
]);

const filters = (
  <Filter name="id" label="客户端">
    <Input placeholder="编号或说明" allowClear maxLength={32} />
  </Filter>
);

const secretFacts = ({ id, secret }: { id: string; secret: string }): OnceShownFacts => ({
  title: '客户端密钥',
  note: '密钥只在此显示一次，请立即复制并妥善保存；遗失后只能重置。',
  lines: [
    ['客户端编号', id],
    ['密钥', secret],
  ],
});

function ClientDrawer({ row, onClose, onMade }: { row: Row | null; onClose: () => void; onMade: (facts: OnceShownFacts) => void }) {
  const [form] = Form.useForm();
  const prove = useProve();
  const create = useSend(clients.create, {
    changes: [clients.page],
    onSuccess: (made) => {
      onClose();
      onMade(secretFacts(made));
    },
  });
  const update = useSend(clients.update, { changes: [clients.page], onSuccess: onClose });
  const submit = async (given: Record<string, unknown>) => {
    const values = given as InputOf<typeof clients.create>;
    if (row) update.mutate({ ...values, id: row.id });
    else if (await prove()) create.mutate(values);
  };
  const initial = row ?? { encryptsPassword: false, needsCaptcha: true, accessSeconds: 7200, refreshSeconds: 2_592_000 };
  return (
    <SideDrawer
      title={row ? `编辑客户端` : '新增客户端'}
      open
      size="small"
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel="保存"
      confirming={create.isPending || update.isPending}
      onConfirm={() => form.submit()}
    >
      <ContractForm
        route={row ? clients.update : clients.create}
        form={form}
        initialValues={initial}
        onSubmit={(values) => void submit(values)}
      >
        <Field name="id" wide>
          <Input maxLength={32} disabled={row !== null} autoComplete="off" placeholder="如 partner-app" />
        </Field>
        <Field name="description" wide>
          <Input maxLength={100} placeholder="谁在用、用来做什么" />
        </Field>
        <Field name="accessSeconds">
          <InputNumber<number> min={300} max={43_200} precision={0} step={300} suffix="秒" />
        </Field>
        <Field name="refreshSeconds" label="刷新有效期">
          <InputNumber<number> min={3600} max={2_592_000} precision={0} step={3600} suffix="秒" />
        </Field>
        <Field name="needsCaptcha" label="登录验证码" valuePropName="checked" extra="关闭后，仅靠登录次数限制防止猜测密码">
          <Switch disabled={row?.builtIn === true} checkedChildren="需要" unCheckedChildren="不需要" />
        </Field>
        <Field name="encryptsPassword" label="密码加密传输" valuePropName="checked" extra="已有客户端程序的加密方式">
          <Switch disabled={row?.builtIn === true} checkedChildren="是" unCheckedChildren="否" />
        </Field>
      </ContractForm>
    </SideDrawer>
  );
}

export default function Clients() {
  const may = useMay();
  const prove = useProve();
  const { modal } = App.useApp();
  const [editing, setEditing] = useState<{ row: Row | null } | null>(null);
  const [made, setMade] = useState<OnceShownFacts | null>(null);
  const renew = useSend(clients.renew, { onSuccess: (fresh) => setMade(secretFacts(fresh)) });
  const remove = useSend(clients.remove, { changes: [clients.page] });
  const askRemove = (row: Row) =>
    void modal.confirm({
      title: `删除客户端 ${row.id}`,
      content:
        row.sessions > 0
          ? `该客户端还有 ${row.sessions} 个在线会话，删除后将全部结束，使用它的程序不能再登录。`
          : '删除后，使用它的程序不能再登录。',
      okText: '删除',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: async () => {
        if (await prove()) remove.mutate({ id: row.id, endSessions: true });
      },
    });
  return (
    <>
      <DataTable
        name="clients"
        noun="客户端"
        route={clients.page}
        exportRoute={clients.export}
        columns={columns}
        filters={filters}
        onAdd={may(clients.create) ? () => setEditing({ row: null }) : undefined}
        actions={(row) => [
          { label: '编辑', onClick: () => setEditing({ row }), when: may(clients.update) },
          {
            label: '重置密钥',
            confirm: `确定重置“${row.id}”的密钥吗？旧密钥立即失效`,
            onClick: () => void prove().then((proved) => proved && renew.mutate({ id: row.id })),
            when: may(clients.renew) && !row.builtIn,
          },
          { label: '删除', danger: true, menu: true, onClick: () => askRemove(row), when: may(clients.remove) && !row.builtIn },
        ]}
      />
      {editing && <ClientDrawer key={editing.row?.id ?? 'new'} row={editing.row} onClose={() => setEditing(null)} onMade={setMade} />}
      <OnceShown facts={made} onClose={() => setMade(null)} />
    </>
  );
}
