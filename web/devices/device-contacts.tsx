/** The SOS and family numbers of a device. */
import { MinusCircleOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input, Skeleton } from 'antd';
import { useId } from 'react';
import { deviceCommands, MOST_CONTACTS } from '#contract/devices/device-commands.ts';
import { deviceContacts } from '#contract/devices/device-contacts.ts';
import type { Output } from '#contract/http.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import { phoneRule } from '#web/ui/phone-rule.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';

type Contacts = Output<typeof deviceContacts.get>;
interface Values {
  sosNumbers: string[];
  contacts: { name: string; phone: string }[];
}

const dialled = phoneRule('dialled');
const NUMBERS = 3;
const CONTACTS = MOST_CONTACTS;

/** What becomes of the numbers when they are saved, by what this device can be told. */
function noteOf(kinds: readonly string[]): string {
  const [sos, book] = [kinds.includes('sosNumbers'), kinds.includes('phoneBook')];
  if (!sos && !book) return '这台设备不能远程设置号码，这里只作登记，请在设备上手工设置。';
  if (!book) return 'SOS号码保存后会下发到设备；亲情号码这里只作登记，请在设备上手工设置。';
  const left = '亲情号码减少或清空后，设备里多出的旧号码要在设备上删除。';
  return sos ? `保存后会下发到设备；${left}` : `亲情号码保存后会下发到设备，${left}SOS号码这里只作登记，请在设备上手工设置。`;
}

function Editor({ deviceId, kept, kinds }: { deviceId: number; kept: Contacts; kinds: readonly string[] }) {
  const may = useMay();
  const [form] = Form.useForm<Values>();
  const readOnly = !may(deviceContacts.save);
  const send = useSend(deviceContacts.save, { changes: [deviceContacts.get, deviceCommands.page] });
  return (
    <Form
      form={form}
      name={useId()}
      className="d-contacts"
      layout="vertical"
      disabled={readOnly}
      initialValues={kept}
      onFinish={({ sosNumbers = [], contacts = [] }) => send.mutate({ id: deviceId, sosNumbers, contacts })}
    >
      <fieldset>
        <legend>SOS号码</legend>
        <p className="d-note">按下SOS键后设备依次拨打，最多{NUMBERS}个。</p>
        <Form.List name="sosNumbers">
          {(fields, { add, remove }) => (
            <>
              {fields.map(({ key, name }, index) => (
                <div key={key} className="d-contact">
                  <Form.Item name={name} rules={[{ required: true, message: '请输入电话号码' }, dialled]}>
                    <Input
                      aria-label={`SOS号码${index + 1}`}
                      prefix={`${index + 1}.`}
                      placeholder="手机或座机（含区号）"
                      maxLength={20}
                      inputMode="tel"
                    />
                  </Form.Item>
                  {!readOnly && (
                    <Button
                      type="text"
                      icon={<MinusCircleOutlined aria-hidden />}
                      aria-label={`删除SOS号码${index + 1}`}
                      onClick={() => remove(name)}
                    />
                  )}
                </div>
              ))}
              {!readOnly && fields.length < NUMBERS && (
                <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => add('')}>
                  添加SOS号码
                </Button>
              )}
            </>
          )}
        </Form.List>
      </fieldset>
      <fieldset>
        <legend>亲情号码</legend>
        <p className="d-note">设备通讯录里的家人，最多{CONTACTS}个。</p>
        <Form.List name="contacts">
          {(fields, { add, remove }) => (
            <>
              {fields.map(({ key, name }, index) => (
                <div key={key} className="d-contact">
                  <Form.Item name={[name, 'name']} rules={[{ required: true, whitespace: true, message: '请输入姓名' }]}>
                    <Input aria-label={`姓名${index + 1}`} placeholder="如 女儿" maxLength={16} />
                  </Form.Item>
                  <Form.Item name={[name, 'phone']} rules={[{ required: true, message: '请输入电话号码' }, dialled]}>
                    <Input aria-label={`电话${index + 1}`} placeholder="手机或座机（含区号）" maxLength={20} inputMode="tel" />
                  </Form.Item>
                  {!readOnly && (
                    <Button
                      type="text"
                      icon={<MinusCircleOutlined aria-hidden />}
                      aria-label={`删除亲情号码${index + 1}`}
                      onClick={() => remove(name)}
                    />
                  )}
                </div>
              ))}
              {!readOnly && fields.length < CONTACTS && (
                <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => add({ name: '', phone: '' })}>
                  添加亲情号码
                </Button>
              )}
            </>
          )}
        </Form.List>
      </fieldset>
      {!readOnly && (
        <footer>
          <Button type="primary" htmlType="submit" loading={send.isPending}>
            保存
          </Button>
          <span className="d-note">{noteOf(kinds)}</span>
        </footer>
      )}
    </Form>
  );
}

/** Read once: what others save meanwhile must not take away what is being typed. */
export function DeviceContacts({ deviceId }: { deviceId: number }) {
  const kept = useCall(deviceContacts.get, { id: deviceId }, { quiet: true, staleTime: Infinity, gcTime: 0 });
  const kinds = useCall(deviceCommands.kinds, { id: deviceId }, { quiet: true });
  if (kept.isError) return <LoadFailed title={kept.error.message} onAgain={() => void kept.refetch()} />;
  if (!kept.data || !kinds.data) return <Skeleton active />;
  return <Editor key={JSON.stringify(kept.data)} deviceId={deviceId} kept={kept.data} kinds={kinds.data} />;
}
