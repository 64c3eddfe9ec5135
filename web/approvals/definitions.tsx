/** /approval/definition/index 审批流程: the flows of the institution; there are never many. */
import { Button, Form, Input, Table } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { approvalDefinitionLabels } from '#contract/approvals/approval-definitions.labels.ts';
import { approvalDefinitions } from '#contract/approvals/approval-definitions.ts';
import { approvalKinds } from '#contract/approvals/approval-kinds.ts';
import type { Output } from '#contract/http.ts';
import { titled, titleOf } from '#contract/labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useAskedAdd } from '#web/ui/asked-add.ts';
import { useMay } from '#web/ui/may.ts';
import { RowActions } from '#web/ui/row-actions.tsx';
import { TableEmpty, TableFailure, TableSkeleton } from '#web/ui/table-states.tsx';
import { Time } from '#web/ui/time.tsx';
import '#web/ui/data-table.css';
import { definitionAddress, FlowTags } from './approval-tags.tsx';
import './approvals.css';

type Row = Output<typeof approvalDefinitions.list>[number];

function NewFlow({ onClose }: { onClose: () => void }) {
  const create = useSend(approvalDefinitions.create, {
    changes: [approvalDefinitions.list],
    onSuccess: (id) => {
      onClose();
      go(definitionAddress(id));
    },
  });
  return (
    <FormDialog<{ name: string; description?: string }>
      title="新增审批流程"
      okText="新增并设计"
      pending={create.isPending}
      width={480}
      onSubmit={({ name, description = '' }) => create.mutate({ name, description })}
      onClose={onClose}
    >
      <p className="ap-hint">新增的是通用申请，表单由您设计。请假、采购等申请的流程已在列表中，直接设计即可。</p>
      <Form.Item
        name="name"
        label={titleOf(approvalDefinitionLabels, 'name')}
        rules={[{ required: true, whitespace: true, message: '请填写流程名称' }]}
      >
        <Input maxLength={30} placeholder="例如 用印申请" />
      </Form.Item>
      <Form.Item name="description" label={titleOf(approvalDefinitionLabels, 'description')}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} placeholder="申请人选择流程时看到，例如什么时候用" />
      </Form.Item>
    </FormDialog>
  );
}

export default function Definitions() {
  const may = useMay();
  const [adding, setAdding] = useState(false);
  useAskedAdd(() => setAdding(true));
  const query = useCall(approvalDefinitions.list, {}, { quiet: true });
  const changes = { changes: [approvalDefinitions.list, approvalDefinitions.get] };
  const enable = useSend(approvalDefinitions.enable, changes);
  const remove = useSend(approvalDefinitions.remove, changes);
  const edits = may(approvalDefinitions.update);
  const actionsOf = ({ id, version, enabled, published, kind, name, running }: Row) => [
    { label: edits ? '设计' : '查看', onClick: () => go(definitionAddress(id)) },
    {
      label: enabled ? '停用' : '启用',
      when: edits && published !== null,
      menu: true,
      confirm: enabled ? `停用“${name}”？不能再发起新的申请，审批中的${running}个继续。` : `启用“${name}”？`,
      onClick: () => enable.mutate({ id, version, enabled: !enabled }),
    },
    {
      label: '删除',
      when: edits && kind === 'general',
      menu: true,
      danger: true,
      confirm: `删除“${name}”？`,
      onClick: () => remove.mutate({ id }),
    },
  ];
  return (
    <section className="ap-flows" aria-label="审批流程列表">
      <header className="ap-card-head">
        <p className="ap-hint">流程在发布后生效；审批中的申请按提交时的版本走完。</p>
        {may(approvalDefinitions.create) && (
          <Button type="primary" onClick={() => setAdding(true)}>
            新增
          </Button>
        )}
      </header>
      <Table<Row>
        size="middle"
        rowKey="id"
        pagination={false}
        dataSource={query.data ?? []}
        scroll={{ x: 1000 }}
        locale={{
          emptyText: query.isPending ? (
            <TableSkeleton />
          ) : query.isError ? (
            <TableFailure text={query.error.message} onRetry={() => void query.refetch()} />
          ) : (
            <TableEmpty noun="审批流程" filtered={false} onClear={() => {}} />
          ),
        }}
        columns={titled(approvalDefinitionLabels, [
          {
            key: 'name',
            render: (_value, { id, name, description }) => (
              <>
                <Link to={definitionAddress(id)}>{name}</Link>
                {description && <p className="ap-hint">{description}</p>}
              </>
            ),
          },
          { key: 'kind', width: 132, render: (_value, { kind }) => approvalKinds[kind].label },
          { key: 'published', width: 240, render: (_value, row) => <FlowTags {...row} /> },
          { key: 'running', width: 90, align: 'right', dataIndex: 'running' },
          { key: 'createBy', width: 100, dataIndex: 'createBy' },
          { key: 'updateTime', width: 132, render: (_value, { updateTime }) => <Time value={updateTime} /> },
          { key: 'actions', title: '操作', width: 130, fixed: 'right', render: (_value, row) => <RowActions actions={actionsOf(row)} /> },
        ])}
      />
      {adding && <NewFlow onClose={() => setAdding(false)} />}
    </section>
  );
}
