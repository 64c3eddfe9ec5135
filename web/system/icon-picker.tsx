/** The icon of a menu, chosen from those that the shell knows. */
import { Button, Popover } from 'antd';
import { useState } from 'react';
import { menuIcon } from '#web/shell/menu-icons.tsx';
import { menuIconNames } from '#web/shell/more-menu-icons.tsx';

interface Props {
  id?: string;
  value?: string | null;
  onChange?: (name: string | null) => void;
}

export function IconPicker({ id, value, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const choose = (name: string | null) => {
    onChange?.(name);
    setOpen(false);
  };
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={open}
      onOpenChange={setOpen}
      content={
        <div className="m-icons" role="listbox" aria-label="图标">
          {menuIconNames.map((name) => (
            <button
              key={name}
              type="button"
              role="option"
              aria-selected={name === value}
              aria-label={name.replace('Outlined', '')}
              title={name.replace('Outlined', '')}
              onClick={() => choose(name)}
            >
              {menuIcon(name)}
            </button>
          ))}
          <Button size="small" type="link" onClick={() => choose(null)}>
            不用图标
          </Button>
        </div>
      }
    >
      <Button id={id} icon={value ? menuIcon(value) : undefined}>
        {value ? value.replace('Outlined', '') : '选择图标'}
      </Button>
    </Popover>
  );
}
