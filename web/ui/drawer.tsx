/** Drawers in the specification's three widths; what was typed is not lost by a slip. */
import { Button, Drawer } from 'antd';
import { useRef, type ReactNode } from 'react';
import { useClosing } from './closing.tsx';
import { Held } from './held.tsx';
import { usePageMark } from './page-mark.ts';
import './drawer.css';

/** Half, three fifths, 65 of 100; never narrower than a form needs nor wider than the screen. */
const WIDTHS = { small: '50%', medium: '60%', large: '65%' } as const;

interface Props {
  title: ReactNode;
  open: boolean;
  onClose: () => void;
  size?: keyof typeof WIDTHS;
  /** Once open its first field has the focus. `autoFocus` of the field would come before the drawer's own, which takes it. */
  fieldFirst?: boolean;
  /** Asked before closing: true when something would be lost. */
  isDirty?: () => boolean;
  /** The label of the button that confirms; without it there is only the one that closes. */
  confirmLabel?: string;
  onConfirm?: (() => void) | undefined;
  confirming?: boolean;
  confirmDisabled?: boolean;
  /** Of the button that closes: 取消 beside one that confirms, otherwise 关闭. */
  closeLabel?: string;
  /** More buttons, left of the two. */
  extra?: ReactNode;
  children: ReactNode;
}

export function SideDrawer({
  title,
  open,
  onClose,
  size = 'medium',
  fieldFirst = false,
  isDirty,
  confirmLabel = '确定',
  onConfirm,
  confirming = false,
  confirmDisabled = false,
  closeLabel,
  extra,
  children,
}: Props) {
  const panel = useRef<HTMLDivElement>(null);
  usePageMark(open && 'drawer');
  const [close, question] = useClosing(open, isDirty, onClose, confirming);
  return (
    <Drawer
      title={title}
      open={open}
      onClose={close}
      size={`min(100vw, max(${WIDTHS[size]}, 560px))`}
      panelRef={panel}
      afterOpenChange={(shown) => {
        if (shown && fieldFirst) panel.current?.querySelector<HTMLElement>('input:enabled, textarea:enabled')?.focus();
      }}
      destroyOnHidden
      className="y-drawer"
      footer={
        <div className="y-drawer-foot">
          {extra}
          <Button disabled={confirming} onClick={close}>
            {closeLabel ?? (onConfirm ? '取消' : '关闭')}
          </Button>
          {onConfirm && (
            <Button type="primary" loading={confirming} disabled={confirmDisabled} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          )}
        </div>
      }
    >
      <Held busy={confirming}>{children}</Held>
      {question}
    </Drawer>
  );
}
