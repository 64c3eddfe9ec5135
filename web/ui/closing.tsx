/** Before a drawer, a dialog or an editor closes: what was typed is not lost by a slip, nor by reading the page again. */
import { Button, Modal } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { useUnsaved } from './unsaved.ts';

/**
 * Gives what closes, and the question that it asks first when `isDirty` says so. The question belongs inside of what closes: it
 * then stands above it, and takes Escape and the focus from it. While it is `busy` nothing closes: what is on its way to the server cannot
 * be given up any more, and its answer, come late, would close what was opened meanwhile.
 */
export function useClosing(
  open: boolean,
  isDirty: (() => boolean) | undefined,
  onClose: () => void,
  busy = false,
): [close: () => void, ReactNode] {
  const [asking, setAsking] = useState(false);
  const stay = useRef<HTMLButtonElement>(null);
  useUnsaved(open, isDirty);
  const close = () => {
    if (busy) return;
    if (isDirty?.()) setAsking(true);
    else onClose();
  };
  const giveUp = () => {
    setAsking(false);
    onClose();
  };
  const question = (
    <Modal
      open={asking}
      title="内容尚未保存"
      onCancel={() => setAsking(false)}
      // Enter gives nothing up by accident.
      afterOpenChange={(shown) => shown && stay.current?.focus()}
      footer={
        <>
          <Button ref={stay} onClick={() => setAsking(false)}>
            继续编辑
          </Button>
          <Button type="primary" danger onClick={giveUp}>
            放弃修改
          </Button>
        </>
      }
      destroyOnHidden
      centered
      width="min(400px, 94vw)"
    >
      关闭后，刚才填写的内容将丢失。
    </Modal>
  );
  return [close, question];
}
