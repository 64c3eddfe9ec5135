/** What pages of /carer say of what lies on the phone: that there is nothing yet, how old it is, that it could not be written. */
import { App, Empty, Result, Skeleton } from 'antd';
import { useStore } from 'zustand';
import { Time } from '#web/ui/time.tsx';
import { carer } from './state.ts';
import { sync } from './sync.ts';

/** Until the phone has heard of it; `what` in Chinese. */
export function NothingKept({ what }: { what: string }) {
  const trouble = useStore(carer, (state) => state.trouble);
  if (trouble) return <Result status="warning" title={trouble} />;
  if (!navigator.onLine) return <Empty className="c-empty" description={`手机上还没有保存的${what}，联网后自动下载`} />;
  return <Skeleton active className="c-empty" paragraph={{ rows: 8 }} />;
}

/** When it was read. */
export const ReadAt = ({ at }: { at: number | null }) => (
  <>
    <Time value={at} age />
    更新
  </>
);

export const FULL = '手机存储空间不足，没有保存，请清理后重试';

/** Writes what was done on the phone and has it sent. Gives whether it was written; says why where it was not. */
export function useWriting(): (write: () => Promise<unknown>) => Promise<boolean> {
  const { message } = App.useApp();
  return async (write) => {
    try {
      await write();
      void sync();
      return true;
    } catch {
      void message.error(FULL);
      return false;
    }
  };
}
