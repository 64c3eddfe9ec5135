/** /stay/admission 入住办理: who is to come, and carrying it through. With `?add=1` the form is open, with `&enquiry=` filled from there. */
import { Input, Select } from 'antd';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import { titled } from '#contract/labels.ts';
import { admissionStateLabels, closedAdmission } from '#contract/stay/admission-commands.rules.ts';
import { admissionLabels } from '#contract/stay/admissions.labels.ts';
import { admissions } from '#contract/stay/admissions.ts';
import { earnests } from '#contract/stay/earnests.ts';
import { enquiries } from '#contract/stay/enquiries.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { session } from '#web/api/session.ts';
import { approvalAddress, personAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { useAskedAdd } from '#web/ui/asked-add.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { yuan } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { AdmitDialog } from './admit-dialog.tsx';
import { admissionChanges } from './stay-calls.ts';

const EarnestDrawer = lazyPart(() => import('./earnest-drawer.tsx'));
const AdmissionDrawer = lazyPart(() => import('./admission-drawer.tsx'));
const AdmissionFormsDialog = lazyPart(() => import('./admission-forms-dialog.tsx'));
const Filter = labelledFilter(admissionLabels);
export type AdmissionRow = RowOf<typeof admissions.page>;

const columns: Column<AdmissionRow>[] = titled(admissionLabels, [
  { key: 'userName', width: 110, pin: 'left' },
  { key: 'state', width: 96, render: ({ state }) => <State of="admission" value={state} /> },
  { key: 'admitDate', width: 120, sort: 'admit_date' },
  { key: 'place', width: 200 },
  { key: 'enterType', width: 100, dictionary: admissionLabels.enterType.dictionary },
  { key: 'careLevel', width: 110, dictionary: admissionLabels.careLevel.dictionary, minor: 2 },
  { key: 'monthFee', width: 120, align: 'right', render: ({ monthFee }) => yuan(monthFee) },
  { key: 'deposit', width: 110, align: 'right', minor: 1, render: ({ deposit }) => yuan(deposit) },
  { key: 'earnest', width: 110, align: 'right', render: ({ earnest }) => (earnest === 0 ? '' : yuan(earnest)) },
  { key: 'mobile', width: 130, minor: 2 },
  { key: 'number', width: 150, minor: 2 },
  { key: 'createBy', width: 100, minor: 1 },
  { key: 'createTime', width: 172, sort: 'create_time', minor: 2 },
]);

const filters = (
  <>
    <Filter name="userName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(admissionStateLabels)} />
    </Filter>
    <Filter name="enterType">
      <DictionarySelect type={admissionLabels.enterType.dictionary} numeric placeholder="全部" />
    </Filter>
    <Filter name="number">
      <Input placeholder="请输入申请单号" allowClear maxLength={20} />
    </Filter>
    <Filter name="mobile">
      <Input placeholder="完整号码或后四位" allowClear maxLength={20} />
    </Filter>
    <Filter name="earnest">
      <Select allowClear placeholder="全部" options={[{ value: 'true', label: '只看有定金' }]} />
    </Filter>
    <Filter name={['admitStart', 'admitEnd']}>
      <DateRange days />
    </Filter>
  </>
);

interface Asked {
  what: 'change' | 'admit' | 'cancel' | 'forms' | 'earnest';
  row: AdmissionRow;
}

function Change({ id, onClose }: { id: number; onClose: () => void }) {
  const { data } = useCall(admissions.get, { id });
  return data ? <AdmissionDrawer before={data} onClose={onClose} /> : null;
}

/** A new application; of an enquiry it begins with what is known from there. */
function Add({ enquiry, onClose }: { enquiry: number | null; onClose: () => void }) {
  const { data, isPending } = useCall(enquiries.get, { id: enquiry ?? 0 }, { enabled: enquiry !== null, quiet: true });
  if (enquiry !== null && isPending) return null;
  return <AdmissionDrawer before={null} {...(data && { enquiry: data })} onClose={onClose} />;
}

function Cancel({ row: { id, version, userName, earnest }, onClose }: { row: AdmissionRow; onClose: () => void }) {
  const cancel = useSend(admissions.cancel, { ...admissionChanges, onSuccess: onClose });
  return (
    <ReasonDialog
      title={`取消${userName}的入住`}
      note={`取消后预留的床位变为空闲。${earnest > 0 ? `已收定金${yuan(earnest)}仍然保留，请随后在“定金”中退还或按约定不退。` : ''}`}
      placeholder="如 家属改变主意"
      okText="取消入住"
      most={200}
      pending={cancel.isPending}
      onOk={(reason) => cancel.mutate({ id, version, reason })}
      onClose={onClose}
    />
  );
}

function Dialog({ what, row, onClose }: Asked & { onClose: () => void }) {
  if (what === 'change') return <Change id={row.id} onClose={onClose} />;
  if (what === 'forms') return <AdmissionFormsDialog of={{ admissionId: row.id }} userName={row.userName} onClose={onClose} />;
  if (what === 'earnest') return <EarnestDrawer held={{ admissionId: row.id }} name={row.userName} onClose={onClose} />;
  return what === 'admit' ? <AdmitDialog row={row} onClose={onClose} /> : <Cancel row={row} onClose={onClose} />;
}

export default function Admissions() {
  const may = useMay();
  const me = useStore(session, ({ user }) => user?.id ?? 0);
  const [params] = useSearchParams();
  const [adding, setAdding] = useState<{ enquiry: number | null } | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const withdraw = useSend(admissions.withdraw, admissionChanges);
  const mayAdd = may(admissions.submit);
  useAskedAdd(() => mayAdd && setAdding({ enquiry: Number(params.get('enquiry')) || null }));
  const actions = (row: AdmissionRow) => {
    const own = row.createId === me && mayAdd;
    const open = (action: Parameters<typeof closedAdmission>[1]) => closedAdmission(row, action) === null;
    return [
      { label: '办理入住', onClick: () => setAsked({ what: 'admit', row }), when: may(admissions.admit) && open('admit') },
      { label: '定金', onClick: () => setAsked({ what: 'earnest', row }), when: may(earnests.read) },
      { label: '修改并重新提交', onClick: () => setAsked({ what: 'change', row }), when: own && open('edit') },
      { label: '查看档案', onClick: () => go(personAddress(row.oldmanId as number)), when: row.oldmanId !== null },
      { label: '查看审批', onClick: () => go(approvalAddress(row.caseId as number)), when: row.caseId !== null },
      { label: '打印入住资料', menu: true, onClick: () => setAsked({ what: 'forms', row }), when: true },
      {
        label: '撤回',
        confirm: '确定撤回这次入住申请吗？',
        menu: true,
        onClick: () => withdraw.mutate({ id: row.id }),
        when: own && open('withdrawn'),
      },
      {
        label: '取消入住',
        danger: true,
        menu: true,
        onClick: () => setAsked({ what: 'cancel', row }),
        when: may(admissions.cancel) && open('cancel'),
      },
    ];
  };
  return (
    <>
      <DataTable
        name="admissions"
        noun="入住申请"
        route={admissions.page}
        {...(may(admissions.export) ? { exportRoute: admissions.export } : {})}
        columns={columns}
        filters={filters}
        addLabel="申请入住"
        onAdd={mayAdd ? () => setAdding({ enquiry: null }) : undefined}
        actions={actions}
      />
      <Suspense fallback={null}>
        {adding && <Add {...adding} onClose={() => setAdding(null)} />}
        {asked && <Dialog key={`${asked.what}.${asked.row.id}`} {...asked} onClose={() => setAsked(null)} />}
      </Suspense>
    </>
  );
}
