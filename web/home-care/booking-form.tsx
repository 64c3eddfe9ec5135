/** A booking that staff write down for a family: who, where, what, and the half day. */
import { EnvironmentOutlined } from '@ant-design/icons';
import { Alert, Button, Form, Input, Select, Space } from 'antd';
import { useState } from 'react';
import { homeBookingLabels } from '#contract/home-care/home-bookings.labels.ts';
import { homeBookings, MOST_OTHERS } from '#contract/home-care/home-bookings.ts';
import { metresText } from '#contract/work-orders/routes.rules.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { convert } from '#web/ui/coordinates.ts';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { yuan } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, labelledField } from '#web/ui/form.tsx';
import { MapPicker } from '#web/ui/map-picker.tsx';
import { PersonPicker, type PickedPerson } from '#web/ui/person-picker.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { bookingChanges } from './home-calls.ts';
import { wishKey, wishOf, wishText } from './wish-text.ts';
import './home-care.css';

const Field = labelledField(homeBookingLabels);

interface Place {
  address: string;
  lng: number;
  lat: number;
}
interface Values {
  oldmanId: number;
  contactName: string;
  phone: string;
  relation?: number;
  address: string;
  projectIds: number[];
  wish: string;
  others?: string[];
  note?: string;
  overrideReason?: string;
}

export default function BookingForm({ onClose }: { onClose: (id: number | null) => void }) {
  const [form] = Form.useForm<Values>();
  const [person, setPerson] = useState<PickedPerson | null>(null);
  const [place, setPlace] = useState<Place | null>(null);
  const [picking, setPicking] = useState(false);
  const send = useSend(homeBookings.create, { ...bookingChanges, once: true, onSuccess: onClose });
  const address = (Form.useWatch('address', form) as string | undefined)?.trim() ?? '';
  const at = place && place.address === address ? { lng: place.lng, lat: place.lat } : { lng: null, lat: null };
  const offer = useCall(homeBookings.offer, { address, ...at }, { enabled: address.length >= 4, quiet: true, staleTime: 10_000 });
  const area = address.length >= 4 ? (offer.data?.area ?? null) : null;
  const halves = offer.data?.halves ?? [];
  const options = halves.map((half) => ({ value: wishKey(half), label: `${wishText(half)}　余 ${half.free}` }));
  const take = (picked: PickedPerson) => {
    setPerson(picked);
    const { id, userName, address: home, mobile, contactName, contactPhone, lng, lat } = picked;
    form.setFieldsValue({
      oldmanId: id,
      contactName: contactName ?? userName,
      phone: contactPhone ?? mobile ?? '',
      address: home ?? '',
    });
    const [x, y] = lng === null || lat === null ? [] : convert(lng, lat, 'wgs84', 'gcj02');
    setPlace(home && x !== undefined && y !== undefined ? { address: home, lng: x, lat: y } : null);
  };
  const submit = ({ wish, others = [], ...values }: Values) =>
    send.mutate({ ...values, ...wishOf(wish), others: others.map(wishOf), ...at } as Parameters<typeof send.mutate>[0]);
  return (
    <SideDrawer
      title="新增居家预约"
      open
      onClose={() => onClose(null)}
      isDirty={() => form.isFieldsTouched() && !send.isSuccess}
      confirmLabel="保存"
      confirming={send.isPending}
      onConfirm={() => form.submit()}
    >
      <ContractForm route={homeBookings.create} form={form} onSubmit={(values) => submit(values as unknown as Values)}>
        <Field name="oldmanId" missing="请选择服务对象">
          <PickField
            text={person?.userName ?? ''}
            placeholder="请选择服务对象"
            renderList={(list) => <PersonPicker {...list} onPick={take} />}
          />
        </Field>
        <Field name="contactName">
          <Input maxLength={20} autoComplete="off" />
        </Field>
        <Field name="phone">
          <Input maxLength={20} autoComplete="off" inputMode="tel" />
        </Field>
        <Field name="relation">
          <DictionarySelect type={homeBookingLabels.relation.dictionary} numeric />
        </Field>
        <Form.Item label={homeBookingLabels.address} required className="y-form-wide">
          <Space.Compact block>
            <Field name="address" noStyle>
              <Input maxLength={200} placeholder="区县、街道和门牌号" allowClear aria-label={homeBookingLabels.address} />
            </Field>
            <Button icon={<EnvironmentOutlined aria-hidden />} onClick={() => setPicking(true)}>
              地图
            </Button>
          </Space.Compact>
        </Form.Item>
        {address.length >= 4 && offer.data && (
          <Alert
            className="y-form-wide"
            type={area ? 'success' : 'warning'}
            showIcon
            title={
              area
                ? `${area.name}${offer.data.metres === null ? '' : `，距机构 ${metresText(offer.data.metres)}`}`
                : '地址不在服务区域内，如需安排请填写例外原因'
            }
          />
        )}
        <Field name="projectIds" wide>
          <Select
            mode="multiple"
            optionFilterProp="label"
            placeholder={area ? '可选多项' : '先填写服务区域内的地址'}
            options={(area?.projects ?? []).map(({ id, name, price }) => ({ value: id, label: `${name}　${yuan(price)}` }))}
          />
        </Field>
        <Form.Item name="wish" label="期望时间" rules={[{ required: true, message: '请选择期望时间' }]}>
          <Select placeholder="请选择" showSearch={{ optionFilterProp: 'label' }} options={options} />
        </Form.Item>
        <Form.Item name="others" label={homeBookingLabels.others}>
          <Select mode="multiple" maxCount={MOST_OTHERS} placeholder={`最多${MOST_OTHERS}个`} options={options} />
        </Form.Item>
        <Field name="note" wide>
          <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2, maxRows: 4 }} placeholder="如 行动不便，需两人" />
        </Field>
        <Field name="overrideReason" wide extra="区域外或已约满时填写，填写人会留痕">
          <Input maxLength={200} />
        </Field>
      </ContractForm>
      <MapPicker
        open={picking}
        value={place && { longitude: place.lng, latitude: place.lat, formattedAddress: place.address, adcode: '' }}
        system="gcj02"
        onPick={({ formattedAddress, longitude, latitude }) => {
          setPlace({ address: formattedAddress, lng: longitude, lat: latitude });
          form.setFieldValue('address', formattedAddress);
        }}
        onClose={() => setPicking(false)}
      />
    </SideDrawer>
  );
}
