/** 添加服务包: gives a person a package of the catalogue. */
import { Alert, Form, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { personPackages } from '#contract/elderly/person-packages.ts';
import { people } from '#contract/elderly/people.ts';
import { servicePackages } from '#contract/services/service-packages.ts';
import { personPackageLabels } from '#contract/elderly/person-packages.labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { contentsText } from '#web/services/package-contents.ts';
import { Day } from '#web/ui/day.tsx';
import { yuan } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { ContractForm, labelledField } from '#web/ui/form.tsx';
import { useMay } from '#web/ui/may.ts';
import { PersonPicker } from '#web/ui/person-picker.tsx';
import { PickIdField } from '#web/ui/pick-field.tsx';
import { Carried } from '#web/ui/carried.tsx';
import './packages.css';

const Field = labelledField(personPackageLabels);

/** The packages on offer; there are never more than a page of them to choose from at once. */
function useOffers(search: boolean) {
  return useCall(servicePackages.page, { current: 1, size: 100, enabled: true }, { enabled: search, quiet: true, staleTime: 30_000 });
}

/** What the chosen package gives, and until when. */
function Preview({
  offers,
}: {
  offers: readonly { id: number; projects: readonly { projectName: string; count: number }[]; price: number; validDays: number }[];
}) {
  const form = Form.useFormInstance();
  const chosen = Form.useWatch<number | undefined>('packageId', form);
  const start = Form.useWatch<string | null | undefined>('startDate', form);
  const offer = offers.find(({ id }) => id === chosen);
  if (!offer) return null;
  const from = dayjs(start ?? undefined);
  return (
    <Alert
      className="y-form-wide e-preview"
      type="info"
      title={`${contentsText(offer.projects)}，${yuan(offer.price)}`}
      description={`有效期 ${from.format('YYYY-MM-DD')} 至 ${from.add(offer.validDays - 1, 'day').format('YYYY-MM-DD')}，共${offer.validDays}天`}
    />
  );
}

interface Props {
  /** Whose package it will be; picked in the form when it is not said. */
  person?: { id: number; userName: string };
  onClose: () => void;
}

export function PackageAdd({ person, onClose }: Props) {
  const [form] = Form.useForm();
  const may = useMay()(servicePackages.page);
  const { data, isPending, isError, error, refetch } = useOffers(may);
  const offers = data?.records ?? [];
  const send = useSend(personPackages.add, { once: true, changes: [personPackages.page, personPackages.ofPerson], onSuccess: onClose });
  const submit = ({ personName: _name, ...values }: Record<string, unknown>) =>
    send.mutate({ ...values, startDate: values.startDate ?? undefined, ...(person ? { oldmanId: person.id } : {}) } as never);
  return (
    <SideDrawer
      title={person ? `为${person.userName}添加服务包` : '添加服务包'}
      open
      size="small"
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel="保存"
      confirming={send.isPending}
      onConfirm={() => form.submit()}
    >
      {!may && <Alert type="warning" showIcon title="没有查看服务套餐的权限，请联系管理员" />}
      <ContractForm route={personPackages.add} form={form} initialValues={{ startDate: dayjs().format('YYYY-MM-DD') }} onSubmit={submit}>
        {!person && (
          <Field name="oldmanId" wide missing="请选择服务对象">
            <PickIdField
              nameIn="personName"
              route={people.page}
              placeholder="请选择服务对象"
              renderList={(pick, list) => <PersonPicker {...list} onPick={({ id, userName }) => pick(id, userName)} />}
            />
          </Field>
        )}
        <Field name="packageId" wide missing="请选择服务套餐">
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={offers.map(({ id, name, price }) => ({ value: id, label: `${name}（${yuan(price)}）` }))}
            loading={may && isPending}
            status={isError ? 'warning' : ''}
            onOpenChange={(open) => open && isError && void refetch()}
            placeholder="请选择服务套餐"
            notFoundContent={isError ? error.message : isPending ? '加载中…' : '没有启用的服务套餐，请先新增'}
          />
        </Field>
        <Field name="startDate" wide>
          <Day />
        </Field>
        <Preview offers={offers} />
        <Field name="remarks" wide>
          <Input.TextArea placeholder="请输入备注" maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
        </Field>
        <Carried name="personName" />
      </ContractForm>
    </SideDrawer>
  );
}

export default PackageAdd;
