/**
 * Asks before what its button does: `<Confirm title="…？" onConfirm={…}><Button>停用</Button></Confirm>`. A dialog, so that it takes the focus
 * and Escape closes it; where something is taken away Enter does nothing by accident.
 */
import { Button, Modal, type ButtonProps } from 'antd';
import { cloneElement, useRef, useState, type ReactElement, type ReactNode } from 'react';

interface Props {
  title: ReactNode;
  /** What follows from it. */
  description?: ReactNode;
  okText?: string;
  cancelText?: string;
  okButtonProps?: Pick<ButtonProps, 'danger'>;
  /** The button may be pressed, but nothing is asked. */
  disabled?: boolean;
  onConfirm: () => void;
  /** The button. */
  children: ReactElement<{ onClick?: () => void }>;
}

export function Confirm({ title, description, okText = '确定', cancelText = '取消', okButtonProps, disabled, onConfirm, children }: Props) {
  const [open, setOpen] = useState(false);
  const yes = useRef<HTMLButtonElement>(null);
  const no = useRef<HTMLButtonElement>(null);
  const danger = okButtonProps?.danger ?? false;
  const focus = () => (danger ? no : yes).current?.focus();
  const confirm = () => {
    setOpen(false);
    onConfirm();
  };
  return (
    <>
      {cloneElement(children, { onClick: () => !disabled && setOpen(true) })}
      <Modal
        open={open}
        title={title}
        onCancel={() => setOpen(false)}
        afterOpenChange={(shown) => shown && focus()}
        footer={
          <>
            <Button ref={no} onClick={() => setOpen(false)}>
              {cancelText}
            </Button>
            <Button ref={yes} type="primary" danger={danger} onClick={confirm}>
              {okText}
            </Button>
          </>
        }
        className="y-confirm"
        closable={false}
        width="min(420px, 94vw)"
        centered
        destroyOnHidden
      >
        {description}
      </Modal>
    </>
  );
}
