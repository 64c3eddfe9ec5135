import { App, Button } from 'antd';
import { go } from '#web/shell/go.ts';

export const orderAddress = (id: number) => `/order/workorder/detail?id=${id}&from=warning`;

/** Says that a visit has drafted its work order, and leads there. */
export function useDispatchNotice(): (workOrderId: number, name: string) => void {
  const { notification } = App.useApp();
  return (workOrderId, name) => {
    const key = `order.${workOrderId}`;
    notification.success({
      key,
      title: '已生成上门工单',
      description: `${name}的上门服务尚未派单，请尽快安排人员。`,
      duration: 30,
      placement: 'bottomRight',
      actions: (
        <Button
          type="primary"
          onClick={() => {
            notification.destroy(key);
            go(orderAddress(workOrderId));
          }}
        >
          去派单
        </Button>
      ),
    });
  };
}
