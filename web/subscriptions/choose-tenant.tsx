/** Asks for which tenant the platform orders. */
import { Form, Select } from 'antd';
import { useState } from 'react';
import { PLATFORM, tenants } from '#contract/tenants/tenants.ts';
import { useCall } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';

const MOST = 20;

export function ChooseTenant({ onChoose, onClose }: { onChoose: (tenantId: number) => void; onClose: () => void }) {
  const [name, setName] = useState('');
  const { data, isFetching } = useCall(tenants.page, { size: MOST, ...(name ? { name } : {}) }, { quiet: true });
  const options = (data?.records ?? []).filter(({ id }) => id !== PLATFORM).map((tenant) => ({ value: tenant.id, label: tenant.name }));
  return (
    <FormDialog<{ tenantId: number }>
      title="代租户订购"
      okText="下一步"
      pending={false}
      width={440}
      onSubmit={({ tenantId }) => onChoose(tenantId)}
      onClose={onClose}
    >
      <Form.Item name="tenantId" label="租户" rules={[{ required: true, message: '请选择租户' }]}>
        <Select
          autoFocus
          placeholder="输入名称查找"
          showSearch={{ filterOption: false, onSearch: setName }}
          loading={isFetching}
          options={options}
          notFoundContent={isFetching ? '查找中…' : '没有找到'}
        />
      </Form.Item>
    </FormDialog>
  );
}
