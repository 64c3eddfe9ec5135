/** The last column of a list: the first actions as links, the others below 更多. Whoever may not do it does not see it. */
import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown, Popconfirm } from 'antd';
import { useState } from 'react';

export interface RowAction {
  label: string;
  onClick: () => void;
  danger?: boolean;
  /** Asked before; for what cannot be taken back. */
  confirm?: string;
  disabled?: boolean;
  /** Off: not shown. */
  when?: boolean;
}

function One({ label, onClick, danger, confirm, disabled }: RowAction) {
  const button = (
    <Button type="link" size="small" danger={danger ?? false} disabled={disabled ?? false} onClick={confirm ? undefined : onClick}>
      {label}
    </Button>
  );
  if (!confirm) return button;
  return (
    <Popconfirm
      title={confirm}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ danger: danger ?? false }}
      onConfirm={onClick}
      placement="topRight"
    >
      {button}
    </Popconfirm>
  );
}

/**
 * What is shown as links and what below 更多: at most `most` links; what has to be
 * confirmed stays one, because a menu closes before it can ask. A menu of a single entry would be wider than the entry.
 */
function split(actions: readonly RowAction[], most: number) {
  const shown = actions.filter(({ when }) => when !== false);
  const direct =
    shown.length <= most
      ? shown
      : [...shown.filter(({ confirm }) => !confirm).slice(0, most - 1), ...shown.filter(({ confirm }) => confirm)];
  const rest = shown.filter((action) => !direct.includes(action));
  return rest.length === 1 ? { direct: shown, rest: [] } : { direct, rest };
}

const MOST = 3;

/** Pixels that a row's actions need. */
export function widthOf(actions: readonly RowAction[]): number {
  const { direct, rest } = split(actions, MOST);
  return direct.reduce((sum, { label }) => sum + label.length * 14 + 22, rest.length > 0 ? 92 : 24);
}

export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const [open, setOpen] = useState(false);
  const { direct, rest } = split(actions, MOST);
  return (
    // A click on an action is no click on the row.
    <span
      className="y-actions"
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      role="presentation"
    >
      {direct.map((action) => (
        <One key={action.label} {...action} />
      ))}
      {rest.length > 0 && (
        <Dropdown
          open={open}
          onOpenChange={setOpen}
          trigger={['click']}
          menu={{
            items: rest.map(({ label, danger, disabled }) => ({ key: label, label, danger: danger ?? false, disabled: disabled ?? false })),
            onClick: ({ key }) => rest.find(({ label }) => label === key)?.onClick(),
          }}
        >
          <Button type="link" size="small" icon={<DownOutlined aria-hidden />} iconPlacement="end">
            更多
          </Button>
        </Dropdown>
      )}
    </span>
  );
}
