/** The icons of the panel's entries. */
import {
  AudioOutlined,
  EyeOutlined,
  HistoryOutlined,
  PhoneOutlined,
  ProfileOutlined,
  SwapOutlined,
  TeamOutlined,
  VerticalAlignBottomOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { Entry } from './panel-state.ts';

export const entryIcons: Record<Entry, ReactNode> = {
  inbound: <VerticalAlignBottomOutlined aria-hidden />,
  outbound: <PhoneOutlined aria-hidden />,
  records: <HistoryOutlined aria-hidden />,
  transfer: <SwapOutlined aria-hidden />,
  conference: <TeamOutlined aria-hidden />,
  supervise: <EyeOutlined aria-hidden />,
  work: <ProfileOutlined aria-hidden />,
  devices: <AudioOutlined aria-hidden />,
};
