/** Icons by the name that the menu carries, which is antd's; whatever is not in the lists gets the ordinary one. */
import {
  AlertOutlined,
  AppstoreOutlined,
  FileDoneOutlined,
  HomeOutlined,
  MobileOutlined,
  SettingOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { lazyPart } from './lazy-part.ts';

/** Those of the first picture; the others come with web/shell/more-menu-icons.tsx. */
export const firstIcons: Record<string, ComponentType> = {
  AlertOutlined,
  AppstoreOutlined,
  FileDoneOutlined,
  HomeOutlined,
  MobileOutlined,
  SettingOutlined,
  TeamOutlined,
};

const MoreIcon = lazyPart<{ name: string }>(() => import('./more-menu-icons.tsx'));

/** The icon of a menu item. */
export function menuIcon(name: string | null): ReactNode {
  const Icon = firstIcons[name ?? ''];
  if (Icon || !name) return Icon ? <Icon /> : <AppstoreOutlined />;
  return (
    <Suspense fallback={<AppstoreOutlined />}>
      <MoreIcon name={name} />
    </Suspense>
  );
}
