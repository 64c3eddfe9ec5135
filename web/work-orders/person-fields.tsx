/** 服务对象 of an order: who, by which phone, at which address. */
import { EnvironmentOutlined } from '@ant-design/icons';
import { Button, Form, Input, Space } from 'antd';
import { useState } from 'react';
import { workOrderLabels } from '#contract/work-orders/work-orders.labels.ts';
import { labelledField } from '#web/ui/form.tsx';
import { MapPicker } from '#web/ui/map-picker.tsx';
import { phoneRule } from '#web/ui/phone-rule.ts';
import { PersonPicker, type PickedPerson } from '#web/ui/person-picker.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { RiskFlags } from './order-tags.tsx';
import { PhoneField } from './phone-field.tsx';
import type { OrderValues, PlacedAddress, Served } from './work-order-form.ts';

const Field = labelledField(workOrderLabels);

interface PersonProps {
  id?: string;
  value?: Served;
  disabled: boolean;
  onPicked: (person: PickedPerson) => void;
}

function PersonField({ id, value, disabled, onPicked }: PersonProps) {
  return (
    <PickField
      id={id}
      text={value?.name ?? ''}
      placeholder="请选择服务对象"
      disabled={disabled}
      renderList={(list) => <PersonPicker {...list} onPick={onPicked} />}
    />
  );
}

interface AddressProps {
  id?: string;
  value?: string;
  onChange?: (address: string) => void;
  place: PlacedAddress | null;
  onPlace: (place: PlacedAddress) => void;
}

function AddressField({ id, value = '', onChange, place, onPlace }: AddressProps) {
  const [open, setOpen] = useState(false);
  const shown =
    place && place.address === value ? { longitude: place.lng, latitude: place.lat, formattedAddress: place.address, adcode: '' } : null;
  return (
    <Space.Compact block>
      <Input
        id={id}
        value={value}
        onChange={(event) => onChange?.(event.target.value)}
        maxLength={200}
        placeholder="请选择地址"
        allowClear
      />
      <Button icon={<EnvironmentOutlined aria-hidden />} onClick={() => setOpen(true)}>
        地图
      </Button>
      <MapPicker
        open={open}
        value={shown}
        system="gcj02"
        onPick={({ formattedAddress, longitude, latitude }) => {
          onPlace({ address: formattedAddress, lng: longitude, lat: latitude });
          onChange?.(formattedAddress);
        }}
        onClose={() => setOpen(false)}
      />
    </Space.Compact>
  );
}

/** Where the position of the address on the form comes from. */
function PlaceHint({ place }: { place: PlacedAddress | null }) {
  const form = Form.useFormInstance<OrderValues>();
  const address = Form.useWatch('oldmanAddress', form)?.trim();
  const person = Form.useWatch('person', form);
  if (!address) return null;
  if (address === person?.address) return <>使用档案中的位置</>;
  if (place?.address !== address) return <>保存时按地址查找位置</>;
  return place.rough ? <>大致位置</> : <>已确定位置</>;
}

interface Props {
  /** An order of an alarm, or one that has begun, keeps its person. */
  fixed: boolean;
  place: PlacedAddress | null;
  onPlace: (place: PlacedAddress) => void;
  onPicked: (person: PickedPerson) => void;
}

export function PersonFields({ fixed, place, onPlace, onPicked }: Props) {
  const form = Form.useFormInstance<OrderValues>();
  const flags = Form.useWatch('person', form)?.flags ?? [];
  return (
    <>
      <Form.Item
        name="person"
        label="服务对象"
        rules={[{ required: true, message: '请选择服务对象' }]}
        extra={flags.length > 0 && <RiskFlags flags={flags} />}
      >
        <PersonField disabled={fixed} onPicked={onPicked} />
      </Form.Item>
      <Field name="oldmanPhone" label="联系电话" more={[phoneRule('contact')]}>
        <PhoneField />
      </Field>
      <Field name="oldmanAddress" wide extra={<PlaceHint place={place} />}>
        <AddressField place={place} onPlace={onPlace} />
      </Field>
    </>
  );
}
