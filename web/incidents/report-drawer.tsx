/** Reporting an incident: who, what kind, what happened; the rest on its page. */
import { Alert, Form, Skeleton } from 'antd';
import { people } from '#contract/elderly/people.ts';
import { incidentTypes, isLoud } from '#contract/incidents/incident-types.rules.ts';
import { incidents } from '#contract/incidents/incidents.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { incidentAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm } from '#web/ui/form.tsx';
import { changes } from './incident-calls.ts';
import { inputOf, placeFields, quickFields, type Values } from './incident-form.tsx';

const FALL = 6;

/** Where it was asked for. */
export interface From {
  warning: number | null;
  person: number | null;
  type: number | null;
}

function Report({ initial, warningId, onClose }: { initial: Values; warningId: number | null; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const [type, died, severity] = [Form.useWatch('type', form), Form.useWatch('died', form), Form.useWatch('severity', form)];
  const send = useSend(incidents.create, {
    ...changes,
    once: true,
    onSuccess: (id) => {
      onClose();
      go(incidentAddress(id));
    },
  });
  const loud = isLoud({ type: Number(type), died: died === true, severity: severity ? Number(severity) : null });
  return (
    <SideDrawer
      title="上报不良事件"
      open
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel="上报"
      confirming={send.isPending}
      onConfirm={() => form.submit()}
    >
      <ContractForm
        route={incidents.create}
        form={form}
        initialValues={initial}
        onSubmit={(values) => send.mutate({ ...inputOf(values), warningId })}
      >
        <div className="y-form-wide n-hint">
          <Alert
            type={loud ? 'error' : 'info'}
            showIcon
            title={
              loud
                ? '上报后立即通知负责人并发送短信。请先救人，需要时拨打120、110、119'
                : '填写服务对象、事件类型和经过就可以上报，其余内容稍后补充'
            }
          />
        </div>
        {quickFields}
        {placeFields}
      </ContractForm>
    </SideDrawer>
  );
}

/** The form, with what is known of the warning or the person that it begins from. */
export default function ReportDrawer({ from: { warning, person, type }, onClose }: { from: From; onClose: () => void }) {
  const alarm = useCall(warnings.get, { id: warning ?? 0 }, { enabled: warning !== null, quiet: true });
  const who = useCall(people.get, { id: person ?? 0, masked: true }, { enabled: person !== null && warning === null, quiet: true });
  const reading = (warning !== null && alarm.isPending) || (warning === null && person !== null && who.isPending);
  if (reading)
    return (
      <SideDrawer title="上报不良事件" open onClose={onClose}>
        <Skeleton active paragraph={{ rows: 8 }} />
      </SideDrawer>
    );
  const row = alarm.data;
  const initial: Values = row
    ? {
        oldmanIds: row.oldmanId === null ? [] : [{ id: row.oldmanId, name: row.name }],
        ...(row.rule === 'fall' ? { type: FALL } : {}),
        occurTime: row.dataHappenTime,
        roomId: row.roomId ?? undefined,
        course: row.warningContent,
      }
    : {
        oldmanIds: who.data ? [{ id: who.data.id, name: who.data.userName }] : [],
        ...(type !== null && type in incidentTypes ? { type } : {}),
      };
  return <Report initial={initial} warningId={row ? row.id : null} onClose={onClose} />;
}
