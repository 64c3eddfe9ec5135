/** Who lives where the camera looks, and what they said about it. */
import { dayOf } from '#contract/time.ts';
import { Button, Form, Input, Radio, Tag } from 'antd';
import { useState } from 'react';
import { cameras } from '#contract/devices/cameras.ts';
import type { Output } from '#contract/http.ts';
import { useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Day } from '#web/ui/day.tsx';
import { useMay } from '#web/ui/may.ts';

const today = () => dayOf(Date.now());

type Resident = Output<typeof cameras.get>['residents'][number];
interface Values {
  given: boolean;
  saidDate: string;
  note?: string;
}

function ConsentDialog({ resident: { oldmanId, oldmanName }, onClose }: { resident: Resident; onClose: () => void }) {
  const send = useSend(cameras.consent, { changes: [cameras.get, cameras.consents], onSuccess: onClose });
  return (
    <FormDialog<Values>
      title={`登记${oldmanName}的意见`}
      okText="保存"
      pending={send.isPending}
      width={460}
      initial={{ saidDate: today() }}
      onSubmit={({ given, saidDate, note }) => send.mutate({ oldmanId, given, saidDate, note: note ?? null })}
      onClose={onClose}
    >
      <Form.Item name="given" label="是否同意员工查看房间画面" rules={[{ required: true, message: '请选择是否同意' }]}>
        <Radio.Group
          options={[
            { value: true, label: '同意' },
            { value: false, label: '不同意或撤回' },
          ]}
        />
      </Form.Item>
      <Form.Item name="saidDate" label="表示意见的日期" rules={[{ required: true, message: '请选择日期' }]}>
        <Day notAfter={today()} />
      </Form.Item>
      <Form.Item name="note" label="说明" extra="如 本人口头同意、女儿代签知情同意书">
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </FormDialog>
  );
}

const saying = ({ given, saidDate, note, recordName }: Resident) =>
  given === null ? '没有登记过意见，视为不同意' : [saidDate, note, recordName && `${recordName}登记`].filter(Boolean).join('，');

export function CameraConsents({ residents }: { residents: readonly Resident[] }) {
  const may = useMay();
  const [asking, setAsking] = useState<Resident | null>(null);
  return (
    <section aria-label="知情同意">
      <h3>知情同意</h3>
      {residents.length === 0 ? (
        <p className="d-note">这里没有入住的服务对象，按公共区域处理。</p>
      ) : (
        <ul className="d-residents">
          {residents.map((resident) => (
            <li key={resident.oldmanId}>
              <b>{resident.oldmanName}</b>
              <Tag color={resident.given === true ? 'success' : resident.given === false ? 'error' : 'warning'}>
                {resident.given === true ? '已同意' : resident.given === false ? '不同意' : '未征询'}
              </Tag>
              <span>{saying(resident)}</span>
              {may(cameras.consent) && (
                <Button size="small" onClick={() => setAsking(resident)} aria-label={`登记意见：${resident.oldmanName}`}>
                  登记意见
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {asking && <ConsentDialog resident={asking} onClose={() => setAsking(null)} />}
    </section>
  );
}
