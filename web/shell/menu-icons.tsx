/** Icons by the name that the menu carries; whatever is not known gets the ordinary one. */
import {
  AlertOutlined,
  ApartmentOutlined,
  AppstoreOutlined,
  BookOutlined,
  CarryOutOutlined,
  CustomerServiceOutlined,
  DashboardOutlined,
  FileTextOutlined,
  FormOutlined,
  HeartOutlined,
  HomeOutlined,
  IdcardOutlined,
  MedicineBoxOutlined,
  PhoneOutlined,
  SettingOutlined,
  ShoppingOutlined,
  TeamOutlined,
  UserOutlined,
  WalletOutlined,
  WifiOutlined,
} from '@ant-design/icons';
import type { ComponentType, ReactNode } from 'react';

const icons: Record<string, ComponentType> = {
  alert: AlertOutlined,
  warning: AlertOutlined,
  apartment: ApartmentOutlined,
  tenant: ApartmentOutlined,
  book: BookOutlined,
  dictionary: BookOutlined,
  order: CarryOutOutlined,
  'work-order': CarryOutOutlined,
  service: CustomerServiceOutlined,
  dashboard: DashboardOutlined,
  log: FileTextOutlined,
  form: FormOutlined,
  questionnaire: FormOutlined,
  health: HeartOutlined,
  home: HomeOutlined,
  room: HomeOutlined,
  role: IdcardOutlined,
  medical: MedicineBoxOutlined,
  call: PhoneOutlined,
  setting: SettingOutlined,
  system: SettingOutlined,
  shop: ShoppingOutlined,
  elderly: TeamOutlined,
  team: TeamOutlined,
  user: UserOutlined,
  billing: WalletOutlined,
  device: WifiOutlined,
};

/** The icon of a menu item. */
export function menuIcon(name: string | null): ReactNode {
  const Icon = icons[name ?? ''] ?? AppstoreOutlined;
  return <Icon />;
}
