/** Menus of devices: the ledger, the map, where they are indoors, how they come in. */
import type { MenuDefault } from './menu-defaults.ts';
import { button, buttons, page, since } from './menu-parts.ts';

export const deviceMenus: readonly MenuDefault[] = [
  page('设备管理', '/device/index', 'MobileOutlined', 'tenant_device_view', [
    ...buttons('tenant_device', ['add', 'edit', 'del']),
    ...since(2, [button('tenant_device_import', '导入'), button('tenant_device_export', '导出')]),
    ...since(4, [button('tenant_device_command', '下发指令')]),
    ...since(5, [button('tenant_device_camera', '查看摄像头'), button('tenant_camera_edit', '摄像头设置')]),
    ...since(7, [button('tenant_device_media', '语音与照片')]),
  ]),
  ...since(4, [
    page('设备地图', '/device/map', 'EnvironmentOutlined', 'tenant_device_map'),
    page('设备类型', '/device/type', 'ControlOutlined', 'tenant_devicetype_view', buttons('tenant_devicetype', ['add', 'edit', 'del'])),
  ]),
  ...since(9, [
    page('室内定位', '/device/indoor', 'AimOutlined', 'tenant_indoor_view', [
      ...buttons('tenant_indoor', ['add', 'edit', 'del']),
      button('tenant_indoor_import', '导入'),
      button('tenant_indoor_export', '导出'),
    ]),
  ]),
  ...since(7, [
    page('设备批次', '/device/batch', 'TagsOutlined', 'tenant_devicebatch_view', [
      ...buttons('tenant_devicebatch', ['add', 'edit', 'del']),
      ...since(9, [button('tenant_devicebatch_consent', '同意号段', true)]),
    ]),
  ]),
  ...since(5, [
    page('门锁管理', '/device/lock', 'LockOutlined', 'tenant_lock_view', [
      button('tenant_lock_edit', '设置与成员'),
      button('tenant_lock_code', '密码'),
      button('tenant_lock_unlock', '远程开锁'),
      button('tenant_lock_record', '登记记录'),
      button('tenant_lock_import', '导入'),
      button('tenant_lock_export', '导出'),
    ]),
    page(
      '数据接入',
      '/device/integration',
      'ApiOutlined',
      'tenant_deviceintegration_view',
      buttons('tenant_deviceintegration', ['add', 'edit', 'del']),
    ),
  ]),
];
