/** A finding of the skin with its course; a new look, and that it has healed. */
import { Alert, Button, Form, Skeleton } from 'antd';
import { useState } from 'react';
import { partLabel } from '#contract/body-parts.rules.ts';
import { isGraveSkin, isPressure, sizeText, skinKinds, skinStates, skinText } from '#contract/care/skin-commands.rules.ts';
import { skinFindings } from '#contract/care/skin-findings.ts';
import type { Input as InputOf } from '#contract/http.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { ToIncident } from '#web/shell/to-incident.tsx';
import { BodyMap } from '#web/ui/body-map.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm } from '#web/ui/form.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useMay } from '#web/ui/may.ts';
import { State } from '#web/ui/state.tsx';
import { StoredImage } from '#web/ui/stored-files.tsx';
import { Timeline } from '#web/ui/timeline.tsx';
import { LookFields } from './look-fields.tsx';
import { skinChanges, type FindingDetail } from './skin-calls.ts';
import './skin.css';

type Acting = 'look' | 'heal';

function Course({ finding }: { finding: FindingDetail }) {
  const entries = finding.course.map(({ id, kind, length, width, healed, note, photos, time, userName }) => ({
    time,
    userName,
    tone: healed ? ('done' as const) : ('plain' as const),
    title: healed ? '已愈合' : [skinKinds[kind], sizeText({ length, width })].filter(Boolean).join('　'),
    note: (
      <>
        {note}
        {photos.length > 0 && (
          <span className="ca-photos">
            {photos.map((url, at) => (
              <StoredImage key={`${id}.${url}`} url={url} alt={`${time} 照片${at + 1}`} />
            ))}
          </span>
        )}
      </>
    ),
  }));
  return (
    <section aria-label="观察记录">
      <h3>观察记录</h3>
      <Timeline entries={entries} />
    </section>
  );
}

function Shown({ finding }: { finding: FindingDetail }) {
  const { part, kind, state, oldmanId } = finding;
  return (
    <div className="ca-skin">
      <BodyMap marks={[{ part, text: skinText(finding) }]} none="没有记录" />
      <div>
        <p className="ca-skin-head">
          <b>{skinText(finding)}</b> <State of="skin" value={state} />
        </p>
        {state === skinStates.open && isGraveSkin(kind) && (
          <Alert
            type="warning"
            showIcon
            title="2期及以上、不可分期和深部的压疮应上报不良事件"
            action={<ToIncident from={{ person: oldmanId, type: 3 }} />}
          />
        )}
        <Course finding={finding} />
      </div>
    </div>
  );
}

export default function SkinDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const may = useMay();
  const [acting, setActing] = useState<Acting | null>(null);
  const [form] = Form.useForm<Record<string, unknown>>();
  const { data, isError, error, refetch } = useCall(skinFindings.get, { id }, { quiet: true });
  const done = { changes: skinChanges, once: true, onSuccess: () => setActing(null), onError: () => void refetch() };
  const look = useSend(skinFindings.look, done);
  const heal = useSend(skinFindings.heal, done);
  const submit = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values || !data) return;
    const whole = { ...values, id, version: data.version };
    if (acting === 'look') look.mutate(whole as InputOf<typeof skinFindings.look>);
    else heal.mutate(whole as InputOf<typeof skinFindings.heal>);
  };
  const open = data?.state === skinStates.open && may(skinFindings.look);
  return (
    <SideDrawer
      open
      title={data ? `${data.oldmanName}：${partLabel(data.part)}${isPressure(data.kind) ? '压疮' : ''}` : '皮肤记录'}
      isDirty={() => acting !== null && form.isFieldsTouched()}
      confirming={look.isPending || heal.isPending}
      confirmLabel={acting === 'heal' ? '登记愈合' : '保存观察'}
      onConfirm={acting ? () => void submit() : undefined}
      extra={
        open &&
        acting === null && (
          <>
            <Button onClick={() => setActing('heal')}>登记愈合</Button>
            <Button type="primary" onClick={() => setActing('look')}>
              登记观察
            </Button>
          </>
        )
      }
      onClose={onClose}
    >
      {isError && !data && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
      {!data && !isError && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && acting !== null && (
        <ContractForm
          key={acting}
          route={skinFindings[acting]}
          form={form}
          initialValues={acting === 'look' ? { kind: data.kind, length: data.length, width: data.width } : {}}
        >
          <LookFields healing={acting === 'heal'} />
        </ContractForm>
      )}
      {data && <Shown finding={data} />}
    </SideDrawer>
  );
}
