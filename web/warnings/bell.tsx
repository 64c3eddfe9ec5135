/** The bell of the top bar, the cards of what is ringing, and the handling drawer above every page. */
import { AudioMutedOutlined, BellFilled, BellOutlined } from '@ant-design/icons';
import { Badge, Popover, Tooltip } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { AlarmCards } from './alarm-cards.tsx';
import { sound } from './alarm-sound.ts';
import { handleWarning, useAlarms } from './alarm-state.ts';
import { BellPanel } from './bell-panel.tsx';
import { HandlingDrawer } from './lazy-handling.tsx';
import { useAlarmCards } from './use-alarms.ts';
import { useListsFollow, useTop } from './use-open-warnings.ts';
import './bell.css';

const BADGE_MAX = 99;

export default function Bell({ shown }: { shown: boolean }) {
  const [open, setOpen] = useState(false);
  const top = useTop();
  const onScreen = useAlarmCards();
  const { ringing } = onScreen;
  const { handling } = useAlarms();
  const muted = useStore(sound, (state) => state.muted);
  useListsFollow(top.data);

  const total = top.data?.total ?? 0;
  const unread = top.data === undefined && top.isError;
  const label = unread ? '预警暂时读取不到' : total > 0 ? `有 ${total} 条预警消息` : '暂无预警消息';
  return (
    <>
      {shown && (
        <Popover
          open={open}
          onOpenChange={setOpen}
          trigger="click"
          placement="bottomRight"
          destroyOnHidden
          content={<BellPanel query={top} close={() => setOpen(false)} />}
        >
          <span className="w-bell" data-ringing={ringing || undefined}>
            <Badge count={unread ? '!' : total} overflowCount={BADGE_MAX} size="small" offset={[-4, 6]}>
              <Tooltip title={open ? '' : label} mouseEnterDelay={0.4} placement="bottom">
                <button type="button" className="y-icon-button" aria-label={label} aria-haspopup="dialog" aria-expanded={open}>
                  {total > 0 ? <BellFilled /> : <BellOutlined />}
                </button>
              </Tooltip>
            </Badge>
            {muted && <AudioMutedOutlined className="w-bell-muted" aria-label="声音已关闭" />}
          </span>
        </Popover>
      )}
      <AlarmCards {...onScreen} />
      <HandlingDrawer id={handling} onClose={() => handleWarning(null)} />
    </>
  );
}
