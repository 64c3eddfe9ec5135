/** 新增工单 and 编辑工单. */
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Skeleton } from 'antd';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { Input as InputOf } from '#contract/http.ts';
import { regions } from '#contract/regions.ts';
import { actionLabels, canDo } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { workOrderLabels } from '#contract/work-orders/work-orders.labels.ts';
import { call } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import type { CallError } from '#web/api/refusals.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, labelledField, FormSection } from '#web/ui/form.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import type { PickedPerson } from '#web/ui/person-picker.tsx';
import { BasicFields } from './basic-fields.tsx';
import { JobTabs } from './job-tabs.tsx';
import { useJobEndings, useOrderActions, type JobEnding } from './order-actions.ts';
import { isLost, useOrderSend, type OrderDetail, type OrderSummary } from './order-calls.ts';
import { OrderConflict } from './order-conflict.tsx';
import { OrderTotal } from './order-total.tsx';
import { PersonFields } from './person-fields.tsx';
import { useProjects } from './project-select.tsx';
import { DeleteDialog, ReasonDialog } from './reason-dialogs.tsx';
import { NO_CAUSE, useDraft, type Causes } from './warning-draft.ts';
import { withoutPackages } from './job-values.ts';
import { isPlaced, ofDetail, toInput, withFresh, withMade, type OrderValues, type PlacedAddress } from './work-order-form.ts';
import './work-orders.css';

const Field = labelledField(workOrderLabels);

interface Props extends Partial<Causes> {
  /** Null for a new one. */
  orderId: number | null;
  onClose: () => void;
  onSaved?: (orderId: number) => void;
}

type Ending = 'stop' | 'continue' | 'cancel' | 'delete';
const ENDINGS = new Set<string>(['stop', 'continue', 'cancel', 'delete'] satisfies Ending[]);

interface FormProps extends Causes, Pick<Props, 'onClose' | 'onSaved'> {
  initial: OrderValues;
  detail: OrderDetail | null;
}

function OrderForm({ initial, detail, warningId, goods, follows, onClose, onSaved }: FormProps) {
  const [form] = Form.useForm<OrderValues>();
  const projects = useProjects();
  const actionsOf = useOrderActions();
  const dirty = useRef(false);
  const saving = useRef(false);
  /** Something was typed since the form was last sent. */
  const typed = useRef(false);
  const [kept, setKept] = useState({ values: initial, order: detail?.workOrder ?? null });
  const [place, setPlace] = useState<PlacedAddress | null>(null);
  const [active, setActive] = useState(0);
  const [locating, setLocating] = useState(false);
  const [fresh, setFresh] = useState<OrderSummary | null>(null);
  const [ending, setEnding] = useState<Ending | null>(null);
  const [jobEnding, setJobEnding] = useState<{ kind: JobEnding; id: number; name: string } | null>(null);
  const jobEndings = useJobEndings();
  const { order } = kept;
  const saved = (id: number) => {
    onSaved?.(id);
    onClose();
  };
  const create = useOrderSend(workOrders.create, { once: true });
  const update = useOrderSend(workOrders.update, { once: true, onDone: () => order && saved(order.id), onConflict: setFresh });
  const changed = () => {
    dirty.current = true;
    typed.current = true;
  };

  const pickPerson = ({ id, userName, mobile, contactPhone, address, place: bed, flags }: PickedPerson) => {
    const { jobs, person } = form.getFieldsValue(true) as OrderValues;
    form.setFieldsValue({
      person: { id, name: userName, address: address || bed, flags },
      oldmanPhone: mobile ?? contactPhone ?? '',
      oldmanAddress: address || bed || '',
      ...(person?.id === id ? {} : { jobs: withoutPackages(jobs) }),
    });
    setPlace(null);
    changed();
    void form.validateFields(['person', 'oldmanPhone', 'oldmanAddress']).catch(() => {});
  };
  const takeLatest = async () => {
    const latest = await call(workOrders.get, { id: order?.id as number });
    const values = ofDetail(latest);
    setKept({ values, order: latest.workOrder });
    form.setFieldsValue(values);
    setFresh(null);
    dirty.current = false;
  };
  /**
   * After one job was stopped, continued or cancelled, or another user saved: the jobs and
   * the order's version as they are, everything typed stays.
   */
  const keepMine = async () => {
    setJobEnding(null);
    const latest = await call(workOrders.get, { id: order?.id as number });
    if (!canDo('edit', latest.workOrder.state)) return onClose();
    // Lists that the form did not change are told apart by these.
    const known = new Map(kept.values.jobs.map((job) => [job.id, job]));
    const jobs = ofDetail(latest).jobs.map((job) => known.get(job.id) ?? job);
    setKept({ values: { ...kept.values, jobs }, order: latest.workOrder });
    form.setFieldsValue({ jobs: withFresh((form.getFieldsValue(true) as OrderValues).jobs, latest) });
    setFresh(null);
  };

  /** What was lost on its way had been saved, and something was typed since: the form goes on with the order that is there now. */
  const goOn = async (id: number) => {
    const latest = await call(workOrders.get, { id });
    const values = ofDetail(latest);
    form.setFieldsValue({ jobs: withFresh(withMade((form.getFieldsValue(true) as OrderValues).jobs, values.jobs), latest) });
    setKept({ values, order: latest.workOrder });
    showMessage('warning', `上一次保存已成功（${latest.workOrder.workNo}），之后的修改请再次保存`);
  };

  const addressProblem = (text: string) => {
    form.setFields([{ name: 'oldmanAddress', errors: [text] }]);
    form.scrollToField('oldmanAddress', { block: 'center', focus: true });
  };
  const save = async () => {
    // Without its answer nobody knows whether it was saved: the very same is sent again, under its key, whatever was typed since.
    const lost = isLost(create.error) ? create.variables : undefined;
    if (lost) {
      const id = await create.mutateAsync(lost);
      return typed.current ? goOn(id) : saved(id);
    }
    const values = form.getFieldsValue(true) as OrderValues;
    if (values.jobs.length === 0) return showMessage('warning', '请添加服务清单');
    const address = values.oldmanAddress?.trim() ?? '';
    let at = place;
    if (!isPlaced(address, values.person, place)) {
      setLocating(true);
      try {
        const found = await call(regions.geo, { address }, { quiet: true });
        at = { address, lng: found.longitude, lat: found.latitude, rough: found.precision !== 'address' };
        setPlace(at);
        if (at.rough) {
          const where = `${found.province}${found.city}${found.district}`;
          return addressProblem(`只能定位到${where}，请补全地址或在地图上选择；再次保存将使用大致位置`);
        }
      } catch (error) {
        return addressProblem(`${(error as Error).message}，请修改地址或在地图上选择`);
      } finally {
        setLocating(false);
      }
    }
    const input = toInput(values, at, kept.values.jobs);
    typed.current = false;
    if (order) await update.mutateAsync({ ...input, id: order.id, version: order.version } as InputOf<typeof workOrders.update>);
    else {
      const its = { warningBusinessId: warningId, goodsOrderId: goods?.id ?? null, followsId: follows?.id ?? null };
      saved(await create.mutateAsync({ ...input, ...its }));
    }
  };
  const submit = () => {
    // Pressed twice, by hand or by Ctrl + Enter.
    if (saving.current) return;
    saving.current = true;
    // What was refused has been said.
    void save()
      .catch(() => undefined)
      .finally(() => (saving.current = false));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit();
  };
  const endings = order ? actionsOf(order).filter(({ action }) => ENDINGS.has(action)) : [];

  return (
    <>
      <SideDrawer
        title={order ? `编辑工单 ${order.workNo}` : '新增工单'}
        open
        size="large"
        onClose={onClose}
        isDirty={() => dirty.current}
        confirmLabel="保存"
        confirming={locating || create.isPending || update.isPending}
        confirmDisabled={fresh !== null}
        onConfirm={() => form.submit()}
        extra={
          <div className="y-order-foot">
            {endings.map(({ action, danger }) => (
              <Button key={action} danger={danger} onClick={() => setEnding(action as Ending)}>
                {actionLabels[action]}
              </Button>
            ))}
            <span className="y-order-hint">Ctrl + Enter 保存</span>
            <OrderTotal form={form} projects={projects} />
          </div>
        }
      >
        {fresh && <OrderConflict fresh={fresh} onTake={() => void takeLatest()} onKeep={() => void keepMine()} />}
        <div onKeyDown={onKeyDown} role="presentation">
          <ContractForm
            route={order ? workOrders.update : workOrders.create}
            form={form}
            initialValues={kept.values}
            onValuesChange={changed}
            onSubmit={submit}
            onFinishFailed={({ errorFields }) => {
              const wrong = errorFields.find(({ name }) => name[0] === 'jobs');
              if (wrong && errorFields[0] === wrong) setActive(Number(wrong.name[1]));
            }}
          >
            <FormSection title="基本信息">
              <BasicFields kept={order?.payType ?? null} />
            </FormSection>
            <FormSection title="服务对象">
              <PersonFields
                fixed={order !== null && (order.warningBusinessId !== null || order.startTime !== null)}
                place={place}
                onPlace={setPlace}
                onPicked={pickPerson}
              />
            </FormSection>
            <FormSection title="服务清单">
              <JobTabs
                projects={projects}
                kept={kept.values.jobs}
                active={active}
                onActive={setActive}
                onChanged={changed}
                person={() => form.getFieldValue('person') as OrderValues['person']}
                endingsOf={(job) => (order ? jobEndings(order, job) : [])}
                onEnding={(kind, id) =>
                  setJobEnding({ kind, id, name: order?.workOrderJobs.find((job) => job.id === id)?.serverProjectName ?? '' })
                }
              />
            </FormSection>
            <FormSection title="其他信息">
              <Field name="remarks" wide>
                <Input.TextArea maxLength={100} showCount rows={2} placeholder="请输入备注" />
              </Field>
            </FormSection>
          </ContractForm>
        </div>
      </SideDrawer>
      {order && jobEnding && (
        <ReasonDialog
          kind={jobEnding.kind}
          order={order}
          job={jobEnding}
          onClose={() => setJobEnding(null)}
          onDone={() => void keepMine()}
        />
      )}
      {order && ending === 'delete' && <DeleteDialog order={order} onClose={() => setEnding(null)} onDeleted={onClose} />}
      {order && ending !== null && ending !== 'delete' && (
        <ReasonDialog kind={ending} order={order} onClose={() => setEnding(null)} onDone={onClose} />
      )}
    </>
  );
}

export default function WorkOrderDrawer({
  orderId,
  personId = null,
  warningId = null,
  goods = null,
  follows = null,
  remarks = '',
  onClose,
  onSaved,
}: Props) {
  const [now] = useState(() => Date.now());
  const causes = { personId, warningId, goods, follows, remarks };
  const draft = useDraft(orderId === null ? causes : NO_CAUSE, now);
  // Not the page's cache: news of the order must not move the version below what is being typed.
  const reading = useQuery<OrderDetail, CallError>({
    queryKey: ['editing', workOrders.get.path, orderId],
    queryFn: () => call(workOrders.get, { id: orderId as number }, { quiet: true }),
    enabled: orderId !== null,
    staleTime: 'static',
    gcTime: 0,
  });
  const initial = orderId === null ? draft : reading.data ? ofDetail(reading.data) : null;
  if (initial)
    return <OrderForm initial={initial} detail={reading.data ?? null} {...causes} onClose={onClose} {...(onSaved ? { onSaved } : {})} />;
  return (
    <SideDrawer title={orderId === null ? '新增工单' : '编辑工单'} open size="large" onClose={onClose}>
      {reading.isError ? (
        <LoadFailed title={reading.error.message} onAgain={() => void reading.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 10 }} />
      )}
    </SideDrawer>
  );
}
