/** The usual buttons of a page, all at once. */
import { Checkbox, Form, Input } from 'antd';
import { menus, type MenuNode } from '#contract/users/menus.ts';
import { useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { rulesOf } from '#web/ui/contract-rules.ts';

type Verb = 'view' | 'add' | 'edit' | 'del';
const VERBS: { value: Verb; label: string }[] = [
  { value: 'view', label: '查看' },
  { value: 'add', label: '新增' },
  { value: 'edit', label: '修改' },
  { value: 'del', label: '删除' },
];

interface Values {
  prefix: string;
  verbs: Verb[];
}

/** sys_user of sys_user_view. */
const prefixOf = ({ permission }: MenuNode) => permission?.replace(/_(view|add|edit|del)$/, '') ?? '';

export function MenuButtons({ menu, onSaved, onClose }: { menu: MenuNode; onSaved: () => void; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const prefix = Form.useWatch('prefix', form);
  const send = useSend(menus.createButtons, {
    onSuccess: () => {
      onSaved();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`“${menu.name}”的常用按钮`}
      okText="添加"
      pending={send.isPending}
      width={460}
      initial={{ prefix: prefixOf(menu), verbs: ['add', 'edit', 'del'] }}
      onSubmit={(values) => send.mutate({ parentId: menu.id, ...values })}
      onClose={onClose}
    >
      <Form.Item
        name="prefix"
        label="权限前缀"
        rules={rulesOf(menus.createButtons.input.shape.prefix, '权限前缀')}
        extra={`例如 ${prefix || 'sys_user'}_add`}
      >
        <Input placeholder="如 sys_user" maxLength={58} />
      </Form.Item>
      <Form.Item name="verbs" label="按钮" rules={[{ required: true, message: '请选择按钮' }]} extra="已有的按钮不会重复添加">
        <Checkbox.Group options={VERBS} />
      </Form.Item>
    </FormDialog>
  );
}
