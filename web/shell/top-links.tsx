/**
 * The ways out of the frame: star rating standard, operation manual, big screens, official
 * website, and the chat of package 123. Each in a tab of its own.
 */
import { HOUR } from '#contract/time.ts';
import {
  CustomerServiceOutlined,
  DesktopOutlined,
  FundProjectionScreenOutlined,
  GlobalOutlined,
  ReadOutlined,
  StarOutlined,
} from '@ant-design/icons';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { parameters } from '#contract/system/parameters.ts';
import { useCall } from '#web/api/call.ts';
import { useCan } from '#web/api/permissions.ts';
import { preferences } from '#web/theme/preferences.ts';
import { useCurrentUser } from './current-user.ts';
import { safeLink } from './links.ts';

/** The package whose users may talk to somebody. */
const CHAT_PACKAGE = '123';

function ToolLink({ label, href, children }: { label: string; href: string; children: ReactNode }) {
  return (
    <Tooltip title={label} mouseEnterDelay={0.4} placement="bottom">
      <a className="y-icon-button" aria-label={`${label}（新窗口）`} href={href} target="_blank" rel="noopener">
        {children}
      </a>
    </Tooltip>
  );
}

const useAddress = (key: string, enabled: boolean) =>
  safeLink(useCall(parameters.publicValue, { key }, { quiet: true, staleTime: HOUR, enabled }).data);

export function TopLinks() {
  const { officialSite: official, screens } = useStore(preferences, ({ shows }) => shows);
  const can = useCan();
  const user = useCurrentUser()?.sysUser;
  const chats = user?.packageCode === CHAT_PACKAGE;
  const isGroup = (user?.tenantIds.length ?? 0) > 1;
  const website = useAddress('OFFICIAL_WEBSITE', official);
  const chat = useAddress('CUSTOMER_CHAT_URL', chats);
  return (
    <span className="y-desk-only">
      <span className="y-wide-only">
        <ToolLink label="星级评定标准" href="/pdfView?doc=star">
          <StarOutlined />
        </ToolLink>
        <ToolLink label="操作手册" href="/pdfView?doc=manual">
          <ReadOutlined />
        </ToolLink>
      </span>
      {screens && can('tenant_screen') && (
        <ToolLink label="大屏" href="/screen">
          <DesktopOutlined />
        </ToolLink>
      )}
      {screens && isGroup && can('group_screen') && (
        <ToolLink label="集团大屏" href="/screen/group">
          <FundProjectionScreenOutlined />
        </ToolLink>
      )}
      {official && website && (
        <ToolLink label="官方网站" href={website}>
          <GlobalOutlined />
        </ToolLink>
      )}
      {chats && chat?.startsWith('https:') && (
        <ToolLink label="在线客服" href={chat}>
          <CustomerServiceOutlined />
        </ToolLink>
      )}
    </span>
  );
}
