/** A dialog with what is not saved yet: values that its page holds itself, or a form deeper inside of it, which says so by `useUnsavedPart`. */
import { Modal, type ModalProps } from 'antd';
import { createContext, use, useEffect, useEffectEvent, useState } from 'react';
import { useClosing } from './closing.tsx';
import { useUnsaved } from './unsaved.ts';

type Check = () => boolean;

const WIDTH = 520;

/** What the parts of the dialog around say of themselves. */
const Parts = createContext<Set<Check> | null>(null);

/** `isDirty` says whether this part holds something that is not saved: its page and the dialog around, if there is one, ask first. */
export function useUnsavedPart(isDirty: Check): void {
  const parts = use(Parts);
  const check = useEffectEvent(isDirty);
  useUnsaved(true, isDirty);
  useEffect(() => {
    const own = () => check();
    parts?.add(own);
    return () => void parts?.delete(own);
  }, [parts]);
}

/** Gives the focus back to what had it before a dialog opened, once that is gone at a stroke. */
function useFocusBack(open: boolean): void {
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    if (!open) return;
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [open, before]);
}

interface Props extends Omit<ModalProps, 'open' | 'width' | 'onCancel' | 'centered' | 'destroyOnHidden'> {
  open?: boolean;
  /** At most; never wider than the screen. */
  width?: number;
  /** Whether something would be lost, besides what its parts say. */
  isDirty?: Check;
  onClose: () => void;
}

export function DraftDialog({ open = true, width = WIDTH, isDirty, onClose, children, ...rest }: Props) {
  const [parts] = useState(() => new Set<Check>());
  const busy = Boolean(rest.confirmLoading ?? rest.okButtonProps?.loading);
  const isUnsaved = () => isDirty?.() === true || [...parts].some((check) => check());
  const [close, question] = useClosing(open, isUnsaved, onClose, busy);
  useFocusBack(open);
  return (
    <Modal
      cancelText="取消"
      {...rest}
      cancelButtonProps={{ disabled: busy, ...rest.cancelButtonProps }}
      open={open}
      width={`min(${width}px, 94vw)`}
      onCancel={close}
      centered
      destroyOnHidden
    >
      <Parts value={parts}>{children}</Parts>
      {question}
    </Modal>
  );
}
