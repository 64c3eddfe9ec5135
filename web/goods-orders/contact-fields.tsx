/** Who receives an order, and where. */
import { Input } from 'antd';
import { labelledField } from '#web/ui/form.tsx';
import { phoneRule } from '#web/ui/phone-rule.ts';
import { MOST_TYPED } from '#contract/phones.rules.ts';
import { goodsOrderLabels } from '#contract/goods-orders/goods-orders.labels.ts';

const Field = labelledField(goodsOrderLabels);

export const contactFields = (
  <>
    <Field name="nickName">
      <Input maxLength={20} placeholder="请输入姓名" />
    </Field>
    <Field name="phone" more={[phoneRule('contact')]}>
      <Input maxLength={MOST_TYPED} placeholder="手机或固定电话" inputMode="tel" />
    </Field>
    <Field name="address" wide>
      <Input maxLength={200} placeholder="请输入收货地址" />
    </Field>
  </>
);

export const remarksField = (
  <Field name="remarks" wide>
    <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} placeholder="请输入备注" />
  </Field>
);
