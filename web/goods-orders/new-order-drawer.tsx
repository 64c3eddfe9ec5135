/** 新增商品订单: for whom, where to, and what. Prices on the screen are the server's; it counts once more when it saves. */
import { Form, type FormInstance } from 'antd';
import { goodsOrders } from '#contract/goods-orders/goods-orders.ts';
import { yuan } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, Field, FormSection } from '#web/ui/form.tsx';
import { PersonPicker, type PickedPerson } from '#web/ui/person-picker.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { contactFields, remarksField } from './contact-fields.tsx';
import { GoodsLines, totalYuan, type GoodsLine } from './goods-lines.tsx';
import { useGoodsSend } from './order-calls.ts';

interface Values {
  person: { id: number; name: string };
  nickName: string;
  phone: string;
  address: string;
  remarks?: string;
  lines: GoodsLine[];
}

interface PersonProps {
  id?: string;
  value?: Values['person'];
  onChange?: (person: Values['person']) => void;
  onPicked: (person: PickedPerson) => void;
}

function PersonField({ id, value, onChange, onPicked }: PersonProps) {
  const pick = (person: PickedPerson) => {
    onChange?.({ id: person.id, name: person.userName });
    onPicked(person);
  };
  return (
    <PickField
      id={id}
      text={value?.name ?? ''}
      placeholder="请选择下单人"
      renderList={(list) => <PersonPicker {...list} title="选择下单人" onPick={pick} />}
    />
  );
}

function Total({ form }: { form: FormInstance<Values> }) {
  const lines = Form.useWatch('lines', form) ?? [];
  return (
    <output className="y-goods-total" aria-label="合计">
      合计 <b>{yuan(totalYuan(lines))}</b>
    </output>
  );
}

export function NewOrderDrawer({ onClose, onCreated }: { onClose: () => void; onCreated: (id: number) => void }) {
  const [form] = Form.useForm<Values>();
  const send = useGoodsSend(goodsOrders.create, onCreated, true);
  const fill = ({ userName, mobile, contactPhone, address }: PickedPerson) => {
    form.setFieldsValue({ nickName: userName, phone: mobile ?? contactPhone ?? '', address: address ?? '' });
    void form.validateFields(['nickName', 'phone', 'address']).catch(() => {});
  };
  const submit = ({ person, lines, ...contact }: Values) =>
    send.mutate({ oldmanId: person.id, ...contact, details: lines.map(({ product, num }) => ({ productId: product.id, num })) });
  return (
    <SideDrawer
      title="新增商品订单"
      open
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      extra={<Total form={form} />}
      confirmLabel="提交订单"
      confirming={send.isPending}
      onConfirm={() => form.submit()}
    >
      <ContractForm
        route={goodsOrders.create}
        form={form}
        initialValues={{ lines: [] }}
        onSubmit={(values) => submit(values as unknown as Values)}
      >
        <FormSection title="下单人信息">
          <Field name="person" label="下单人" wide rules={[{ required: true, message: '请选择下单人' }]}>
            <PersonField onPicked={fill} />
          </Field>
          {contactFields}
        </FormSection>
        <FormSection title="商品信息">
          <Field name="lines" label="商品" wide rules={[{ required: true, type: 'array', min: 1, message: '请添加商品' }]}>
            <GoodsLines />
          </Field>
          {remarksField}
        </FormSection>
      </ContractForm>
    </SideDrawer>
  );
}
