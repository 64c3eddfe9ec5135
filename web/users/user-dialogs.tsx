/** What is asked before accounts are changed from the list, and what is shown once. */
import { Alert, Form, Input, Modal, Typography } from 'antd';
import { departments } from '#contract/users/departments.ts';
import { users } from '#contract/users/users.ts';
import { titleOf } from '#contract/labels.ts';
import { userLabels } from '#contract/users/users.labels.ts';
import { showMessage } from '#web/api/messages.ts';
import { useSend } from '#web/api/call.ts';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { DepartmentField } from '#web/ui/department-field.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { generatePassword, secureRandom } from './generated-password.ts';
import type { Given } from './user-form.tsx';

export type UserRow = RowOf<typeof users.page>;

export type BatchAction = 'lock' | 'unlock' | 'move';

const changes = [users.page, users.details, users.summary, departments.staff];

/** A password that nobody can see again. */
export function GivenPassword({ given, onClose }: { given: Given; onClose: () => void }) {
  const text = `用户名：${given.username}\n密码：${given.password}`;
  return (
    <Modal
      open
      title={`${given.name}的登录密码`}
      okText="我已记下"
      cancelButtonProps={{ className: 'u-none' }}
      onOk={onClose}
      onCancel={onClose}
      mask={{ closable: false }}
      centered
      width={460}
    >
      <Alert
        type="warning"
        showIcon
        title="密码只显示这一次，关闭后不能再查看"
        description="请当面或通过可靠的方式告知本人；对方登录后必须先修改密码。"
      />
      <dl className="u-secret">
        <dt>用户名</dt>
        <dd>{given.username}</dd>
        <dt>密码</dt>
        <dd>{given.password}</dd>
      </dl>
      <Typography.Text copyable={{ text, tooltips: ['复制用户名和密码', '已复制'] }}>复制用户名和密码</Typography.Text>
    </Modal>
  );
}

/** Asks, then sets a new password. */
export function ResetPassword({ user, onGiven, onClose }: { user: UserRow; onGiven: (given: Given) => void; onClose: () => void }) {
  const send = useSend(users.update, {
    changes,
    quiet: true,
    onSuccess: (_done, { username, password }) => {
      onClose();
      onGiven({ name: user.nickName, username, password: password as string });
    },
    onError: ({ message }) => showMessage('error', message),
  });
  return (
    <DraftDialog
      title={`重置“${user.nickName}”的密码？`}
      okText="重置"
      okButtonProps={{ danger: true, loading: send.isPending }}
      onOk={() =>
        send.mutate({ userId: user.userId, username: user.username, password: generatePassword(secureRandom), version: user.version })
      }
      onClose={onClose}
      width={420}
    >
      原密码立即失效，已登录的设备全部退出。新密码自动生成，只显示一次，对方登录后必须先修改。
    </DraftDialog>
  );
}

const WORDS = {
  lock: { title: '锁定', note: '锁定后立即退出登录，解锁前不能再登录。', done: '已锁定' },
  unlock: { title: '解锁', note: '解锁后可以正常登录。', done: '已解锁' },
  move: { title: '调整部门', note: '数据权限按新部门计算，立即生效。', done: '已调整' },
} as const;

const namesOf = (people: readonly UserRow[]) =>
  people.length <= 3 ? people.map(({ nickName }) => nickName).join('、') : `${people[0]?.nickName}等 ${people.length} 人`;

const reasonsOf = (refused: readonly { userId: number; name: string; reason: string }[]) => (
  <ul>
    {refused.map(({ userId, name, reason }) => (
      <li key={userId}>
        {name}：{reason}
      </li>
    ))}
  </ul>
);

interface BatchProps {
  action: BatchAction;
  people: readonly UserRow[];
  onDone: () => void;
  onClose: () => void;
}

/** One or many. Says who was left out. */
export function BatchDialog({ action, people, onDone, onClose }: BatchProps) {
  const [modal, holder] = Modal.useModal();
  const { title, note, done } = WORDS[action];
  const send = useSend(users.batch, {
    changes,
    onSuccess: async ({ done: count, refused }) => {
      if (count > 0) showMessage('success', `${done} ${count} 人`);
      if (refused.length > 0)
        await modal.warning({
          title: count > 0 ? `${refused.length} 人没有${title}` : `没有${title}`,
          content: reasonsOf(refused),
          okText: '知道了',
        });
      onDone();
      onClose();
    },
  });
  return (
    <FormDialog<{ reason?: string; deptId?: number | null }>
      title={`${title}：${namesOf(people)}`}
      okText={title}
      danger={action === 'lock'}
      pending={send.isPending}
      width={440}
      onSubmit={({ reason, deptId }) =>
        send.mutate({ userIds: people.map(({ userId }) => userId), action, reason: reason ?? '', deptId: deptId ?? null })
      }
      onClose={onClose}
    >
      {holder}
      <p className="u-note">{note}</p>
      {action === 'lock' && (
        <Form.Item
          name="reason"
          label={titleOf(userLabels, 'reason')}
          rules={[{ required: true, whitespace: true, message: '请输入锁定原因' }]}
        >
          <Input.TextArea maxLength={100} showCount autoSize={{ minRows: 2, maxRows: 4 }} placeholder="如 离职交接、长期休假" />
        </Form.Item>
      )}
      {action === 'move' && (
        <Form.Item name="deptId" label="新部门" rules={[{ required: true, message: '请选择部门' }]}>
          <DepartmentField />
        </Form.Item>
      )}
    </FormDialog>
  );
}
