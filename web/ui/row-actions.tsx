/** The last column of a list: two actions as links, or the first one and the others below 更多. A user without the right does not see it. */
import { DownOutlined } from '@ant-design/icons';
import { useIsMutating } from '@tanstack/react-query';
import { App, Button, Dropdown } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import './data-table.css';

export interface RowAction {
  label: string;
  onClick: () => void;
  danger?: boolean;
  /** The question of a dialog before; for what cannot be taken back. */
  confirm?: string;
  disabled?: boolean;
  /** Always below 更多, however few there are: what takes something away, what is rare. */
  menu?: boolean;
  /** Off: not shown. */
  when?: boolean;
}

/**
 * What is shown as links and what below 更多: two links, or one and the menu. What takes something away
 * (`menu`) is always below 更多, so that it is not pressed in place of its neighbour.
 */
function split(actions: readonly RowAction[]): { direct: RowAction[]; rest: RowAction[] } {
  const all = actions.filter(({ when }) => when !== false);
  const shown = all.filter(({ menu }) => !menu);
  if (shown.length === all.length && all.length <= 2) return { direct: all, rest: [] };
  return { direct: shown.slice(0, 1), rest: [...shown.slice(1), ...all.filter(({ menu }) => menu)] };
}

/** Pixels that a row's actions need. */
export function widthOf(actions: readonly RowAction[]): number {
  const { direct, rest } = split(actions);
  return direct.reduce((sum, { label }) => sum + label.length * 14 + 22, rest.length > 0 ? 92 : 24);
}

/** Does an action, after its question where it has one. */
function usePress() {
  const { modal } = App.useApp();
  return ({ confirm, danger, onClick }: RowAction) => {
    if (!confirm) return onClick();
    void modal.confirm({
      title: confirm,
      okText: '确定',
      cancelText: '取消',
      okButtonProps: { danger: danger ?? false },
      // Enter does what the button says that has the focus: for what takes something away, nothing.
      autoFocusButton: danger ? 'cancel' : 'ok',
      onOk: onClick,
    });
  };
}

/** A wait that is over sooner is not seen. */
const SOON = { delay: 300 };

/**
 * What is pressed while a change of one's own is still being saved or read again waits for it, and is then done with the new row,
 * if the row still offers it: with the old one the server would say that somebody else changed it.
 * Gives what to call, and the label that waits.
 */
function useInTurn(actions: readonly RowAction[]): [press: (action: RowAction) => void, waiting: string | null] {
  const press = usePress();
  const changing = useIsMutating() > 0;
  const [waiting, setWaiting] = useState<string | null>(null);
  const resume = useEffectEvent((label: string) => {
    setWaiting(null);
    const action = actions.find((one) => one.label === label && one.when !== false && !one.disabled);
    if (action) press(action);
  });
  useEffect(() => {
    if (waiting === null || changing) return;
    const timer = setTimeout(() => resume(waiting));
    return () => clearTimeout(timer);
  }, [waiting, changing]);
  return [(action) => (changing ? setWaiting(action.label) : press(action)), waiting];
}

export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const [open, setOpen] = useState(false);
  const [press, waiting] = useInTurn(actions);
  const { direct, rest } = split(actions);
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
        <Button
          key={action.label}
          type="link"
          size="small"
          danger={action.danger ?? false}
          disabled={action.disabled ?? false}
          loading={waiting === action.label && SOON}
          onClick={() => press(action)}
        >
          {action.label}
        </Button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          open={open}
          onOpenChange={setOpen}
          trigger={['click']}
          menu={{
            items: rest.map(({ label, danger, disabled }) => ({ key: label, label, danger: danger ?? false, disabled: disabled ?? false })),
            onClick: ({ key, domEvent }) => {
              // An Enter that opens a dialog would press the button that has the focus there.
              domEvent.preventDefault();
              const action = rest.find(({ label }) => label === key);
              if (action) press(action);
            },
          }}
        >
          <Button
            type="link"
            size="small"
            icon={<DownOutlined aria-hidden />}
            iconPlacement="end"
            loading={rest.some(({ label }) => label === waiting) && SOON}
          >
            更多
          </Button>
        </Dropdown>
      )}
    </span>
  );
}
