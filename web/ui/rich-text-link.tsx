/** The button of links, with the address that it asks for. */
import { LinkOutlined } from '@ant-design/icons';
import { Button, Input, Popover, Tooltip, type ButtonProps } from 'antd';
import { useState } from 'react';
import { richLink } from '#contract/rich-text.rules.ts';
import { keyName } from './rich-text-commands.ts';

/** What people type: without https, an address of mail, a number. */
function meant(typed: string): string | null {
  const text = typed.trim();
  if (/^[\d+][\d -]{4,}$/.test(text)) return richLink(`tel:${text.replaceAll(' ', '')}`);
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(text)) return richLink(`mailto:${text}`);
  return richLink(text) ?? (/^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(text) ? richLink(`https://${text}`) : null);
}

function Address({ href, onLink, onClose }: { href: string | null; onLink: (href: string | null) => void; onClose: () => void }) {
  const [typed, setTyped] = useState(href ?? '');
  const [wrong, setWrong] = useState(false);
  const apply = () => {
    const address = meant(typed);
    if (address === null) return setWrong(true);
    onLink(address);
  };
  return (
    <div className="y-rich-address" role="group" aria-label="链接">
      <Input
        autoFocus
        value={typed}
        maxLength={2000}
        placeholder="https://、邮箱或电话号码"
        aria-label="链接地址"
        aria-invalid={wrong}
        status={wrong ? 'error' : ''}
        onChange={({ target }) => {
          setTyped(target.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply();
          else if (event.key === 'Escape') onClose();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      {wrong && (
        <p role="alert" className="y-rich-wrong">
          请输入网址（http、https）、邮箱或电话号码
        </p>
      )}
      <div>
        {href !== null && (
          <Button size="small" danger onClick={() => onLink(null)}>
            取消链接
          </Button>
        )}
        <Button size="small" onClick={onClose}>
          取消
        </Button>
        <Button size="small" type="primary" onClick={apply}>
          确定
        </Button>
      </div>
    </div>
  );
}

interface Props {
  /** What makes it one of the toolbar's row. */
  button: ButtonProps;
  /** Where the link at the cursor leads. */
  href: string | null;
  open: boolean;
  onOpen: (open: boolean) => void;
  /** Null takes the link away. */
  onLink: (href: string | null) => void;
}

export function LinkTool({ button, href, open, onOpen, onLink }: Props) {
  return (
    <Popover
      open={open}
      onOpenChange={onOpen}
      trigger="click"
      placement="bottom"
      destroyOnHidden
      content={<Address href={href} onLink={onLink} onClose={() => onOpen(false)} />}
    >
      <Tooltip title={open ? '' : `链接（${keyName('Ctrl+K')}）`} mouseEnterDelay={0.4} trigger={['hover', 'focus']}>
        <Button
          {...button}
          icon={<LinkOutlined aria-hidden />}
          aria-label="链接"
          aria-pressed={href !== null}
          aria-haspopup="dialog"
          aria-expanded={open}
        />
      </Tooltip>
    </Popover>
  );
}
