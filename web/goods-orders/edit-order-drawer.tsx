/** 编辑商品订单: contact, address and remarks, until the parcel is gone. */
import { Form } from 'antd';
import { goodsOrders } from '#contract/goods-orders/goods-orders.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm } from '#web/ui/form.tsx';
import { contactFields, remarksField } from './contact-fields.tsx';
import { useGoodsSend, type GoodsOrderHead } from './order-calls.ts';

export function EditOrderDrawer({ order, onClose }: { order: GoodsOrderHead; onClose: () => void }) {
  const [form] = Form.useForm();
  const send = useGoodsSend(goodsOrders.update, onClose);
  const { id, version, nickName, phone, address, remarks } = order;
  return (
    <SideDrawer
      title={`编辑商品订单 ${order.orderNo}`}
      open
      size="small"
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel="保存"
      confirming={send.isPending}
      onConfirm={() => form.submit()}
    >
      <ContractForm
        route={goodsOrders.update}
        form={form}
        initialValues={{ nickName, phone, address, remarks: remarks ?? '' }}
        onSubmit={(values) =>
          send.mutate({ id, version, ...(values as { nickName: string; phone: string; address: string; remarks: string }) })
        }
      >
        {contactFields}
        {remarksField}
      </ContractForm>
    </SideDrawer>
  );
}
