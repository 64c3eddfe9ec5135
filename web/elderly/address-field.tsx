/**
 * The home address: typed, or picked on the map, which also gives the place and the region.
 * People's `lng` and `lat` are WGS-84 on the wire; the picker is told so and converts from and to the map's GCJ-02 itself.
 */
import { EnvironmentOutlined } from '@ant-design/icons';
import { Button, ConfigProvider, Form, Input, Space } from 'antd';
import { useState } from 'react';
import { MapPicker, type PickedPlace } from '#web/ui/map-picker.tsx';
import './people.css';

interface Props {
  id?: string;
  value?: string | null;
  onChange?: (address: string) => void;
}

export function AddressField({ id, value, onChange }: Props) {
  const form = Form.useFormInstance();
  const lng = Form.useWatch<number | null | undefined>('lng', form);
  const lat = Form.useWatch<number | null | undefined>('lat', form);
  const { componentDisabled } = ConfigProvider.useConfig();
  const [open, setOpen] = useState(false);
  const placed = typeof lng === 'number' && typeof lat === 'number';
  const place: PickedPlace | null = placed ? { longitude: lng, latitude: lat, formattedAddress: value ?? '', adcode: '' } : null;
  // As typed by the person: after a conflict, what was touched is kept together.
  const move = (longitude: number | null, latitude: number | null) =>
    form.setFields([
      { name: 'lng', value: longitude, touched: true },
      { name: 'lat', value: latitude, touched: true },
    ]);
  const pick = ({ longitude, latitude, formattedAddress, adcode }: PickedPlace) => {
    move(longitude, latitude);
    if (adcode) form.setFields([{ name: 'regionCode', value: adcode, touched: true }]);
    onChange?.(formattedAddress);
  };
  return (
    <>
      <Space.Compact block>
        <Input
          id={id}
          value={value ?? ''}
          onChange={(event) => onChange?.(event.target.value)}
          placeholder="请输入或在地图上选择地址"
          maxLength={200}
          allowClear
        />
        {!componentDisabled && (
          <Button icon={<EnvironmentOutlined aria-hidden />} onClick={() => setOpen(true)}>
            地图选点
          </Button>
        )}
      </Space.Compact>
      <p className="e-placed" data-placed={placed || undefined}>
        {placed ? (
          <>
            已定位：{lng.toFixed(5)}, {lat.toFixed(5)}（WGS-84）
            {!componentDisabled && (
              <Button type="link" size="small" onClick={() => move(null, null)}>
                清除位置
              </Button>
            )}
          </>
        ) : (
          '未定位：上门工单和地图将无法显示住处'
        )}
      </p>
      <MapPicker open={open} value={place} system="wgs84" onPick={pick} onClose={() => setOpen(false)} />
    </>
  );
}
