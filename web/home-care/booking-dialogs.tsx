/** Declining and cancelling with a reason that the family is told, and another time. */
import { App, Form, Input } from 'antd';
import { homeBookingLabels } from '#contract/home-care/home-bookings.labels.ts';
import { homeBookings } from '#contract/home-care/home-bookings.ts';
import { proposedTime } from '#contract/home-care/areas.rules.ts';
import { useSend } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { Day } from '#web/ui/day.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { overlapsOf, overlapText } from './confirm-form.tsx';
import { bookingChanges, type Booking } from './home-calls.ts';

interface Values {
  reason: string;
  serverTime: string;
  overrideReason?: string;
}

const TITLES = { decline: '婉拒预约', cancel: '取消预约', move: '改约' } as const;

interface Props {
  act: keyof typeof TITLES;
  booking: Booking;
  onClose: () => void;
}

export function BookingDialog({ act, booking, onClose }: Props) {
  const { modal } = App.useApp();
  const [form] = Form.useForm<Values>();
  const done = { ...bookingChanges, onSuccess: onClose };
  const decline = useSend(homeBookings.decline, done);
  const cancel = useSend(homeBookings.cancel, done);
  const move = useSend(homeBookings.move, {
    ...done,
    once: true,
    onError: (error) => {
      const overlaps = overlapsOf(error.data);
      if (overlaps === null) return;
      modal.confirm({
        title: '服务人员这个时间还有其他服务，仍要改约？',
        content: overlapText(overlaps),
        okText: '仍要改约',
        cancelText: '返回',
        onOk: () => submit(form.getFieldsValue(), true),
      });
    },
  });
  const which = { id: booking.id, version: booking.version };
  const submit = ({ reason, serverTime, overrideReason }: Values, force = false) => {
    if (act === 'decline') decline.mutate({ ...which, reason });
    else if (act === 'cancel') cancel.mutate({ ...which, reason });
    else move.mutate({ ...which, serverTime, overrideReason: overrideReason?.trim() || null, force });
  };
  const initial = act === 'move' ? { serverTime: booking.serverTime ?? proposedTime(null, booking.day, booking.half, serverNow()) } : {};
  return (
    <FormDialog<Values>
      title={`${TITLES[act]}：${booking.oldmanName}`}
      okText={TITLES[act]}
      cancelText="返回"
      danger={act !== 'move'}
      form={form}
      pending={decline.isPending || cancel.isPending || move.isPending}
      initial={initial}
      onSubmit={(values) => submit(values)}
      onClose={onClose}
    >
      {act === 'move' ? (
        <>
          <Form.Item name="serverTime" label={homeBookingLabels.serverTime} rules={[{ required: true, message: '请选择上门时间' }]}>
            <Day withTime />
          </Form.Item>
          <Form.Item name="overrideReason" label={homeBookingLabels.overrideReason} extra="区域外、服务时间外或已约满时填写">
            <Input maxLength={200} />
          </Form.Item>
        </>
      ) : (
        <Form.Item
          name="reason"
          label="原因"
          extra="会用短信告诉家属"
          rules={[{ required: true, whitespace: true, message: act === 'decline' ? '请填写婉拒原因' : '请填写取消原因' }]}
        >
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
        </Form.Item>
      )}
    </FormDialog>
  );
}
