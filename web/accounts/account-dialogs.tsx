/** What the buttons of an account open: 充值, 调整, 退款, 余额提醒. */
import { Alert, Checkbox, Form, Input, Radio, Select } from 'antd';
import type { ReactNode } from 'react';
import { accountFormLabels } from '#contract/accounts/accounts.labels.ts';
import { grantUses, notMoney, purseLabels, purses } from '#contract/accounts/accounts.rules.ts';
import { accountMovements, accounts } from '#contract/accounts/accounts.ts';
import type { Output } from '#contract/http.ts';
import { titleOf } from '#contract/labels.ts';
import { useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { go } from '#web/shell/go.ts';
import { Day } from '#web/ui/day.tsx';
import { yuan } from '#web/ui/display.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useMay } from '#web/ui/may.ts';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { useSaidWith } from '#web/ui/said-with.tsx';
import { useDictionary } from '#web/ui/use-dictionary.ts';
import { receiptAddress } from './movements.tsx';
import './accounts.css';

export type AccountHead = Pick<
  Output<typeof accounts.get>,
  'oldmanId' | 'oldmanName' | 'place' | 'availableBalance' | 'virtualAvailableBalance' | 'depositBalance' | 'alertBalance'
>;
export type AccountAct = 'recharge' | 'adjust' | 'withdraw' | 'alert';

interface Props {
  account: AccountHead;
  onClose: () => void;
}

const changes = [accounts.page, accounts.statistics, accounts.get, accountMovements.page];

const balanceOf = (account: AccountHead, purse: number) =>
  purse === purses.cash ? account.availableBalance : purse === purses.grant ? account.virtualAvailableBalance : account.depositBalance;

const Who = ({ account }: { account: AccountHead }) => (
  <p className="a-who">
    <b>{account.oldmanName}</b>
    {account.place && <span>{account.place}</span>}
  </p>
);

function Purse({ account, offered }: { account: AccountHead; offered: readonly number[] }) {
  return (
    <Form.Item name="purse" label={titleOf(accountFormLabels, 'purse')} rules={[{ required: true }]}>
      <Radio.Group
        className="a-purses"
        options={offered.map((value) => ({ value, label: `${purseLabels[value]} ${yuan(balanceOf(account, value))}` }))}
      />
    </Form.Item>
  );
}

const Amount = ({ extra, least = 0.01 }: { extra?: ReactNode; least?: number }) => (
  <Form.Item name="amount" label={titleOf(accountFormLabels, 'amount')} extra={extra} rules={[{ required: true, message: '请填写金额' }]}>
    <MoneyInput min={least} max={10_000_000} />
  </Form.Item>
);

function PayType() {
  const { options, reading } = useDictionary('pay_type');
  const offered = options.filter(({ value }) => !notMoney.includes(Number(value)));
  return (
    <Form.Item name="payType" label={titleOf(accountFormLabels, 'payType')} rules={[{ required: true, message: '请选择支付方式' }]}>
      <Select options={offered.map(({ value, label }) => ({ value: Number(value), label }))} loading={reading} placeholder="请选择" />
    </Form.Item>
  );
}

const Reason = ({ placeholder }: { placeholder: string }) => (
  <Form.Item
    name="reason"
    label={titleOf(accountFormLabels, 'reason')}
    rules={[{ required: true, whitespace: true, message: '请填写原因' }]}
  >
    <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} placeholder={placeholder} />
  </Form.Item>
);

interface Booking {
  purse?: number | string | undefined;
  amount: number | string;
}

/** Says what was booked, or that a second person decides first. `paid`: what it is called when money changed hands, which has a receipt. */
function useBooked({ account, onClose }: Props, paid: string | null) {
  const may = useMay();
  const tell = useSaidWith();
  return {
    changes,
    once: true,
    quiet: true,
    onSuccess: ({ movementId, caseId }: { movementId: number | null; caseId: number | null }, { purse, amount }: Booking) => {
      onClose();
      if (caseId !== null) return showMessage('info', '金额超过限额，已提交审批，批准后执行');
      if (movementId === null || paid === null || Number(purse) === purses.grant || !may(accountMovements.get))
        return showMessage('success', '操作成功');
      const title = `${account.oldmanName}已${paid}${yuan(Number(amount))}`;
      tell({ key: `account-${movementId}`, title, label: '收据', onClick: () => go(receiptAddress(movementId)) });
    },
  };
}

const Failed = ({ error }: { error: { message: string } | null }) =>
  error && <Alert type="error" showIcon role="alert" title={error.message} className="a-failed" />;

interface RechargeValues {
  purse: number;
  amount: number;
  payType?: number;
  source?: string;
  expireDate?: string | null;
  uses?: ('goods' | 'service')[];
  remarks?: string;
}

function Recharge({ account, onClose }: Props) {
  const [form] = Form.useForm<RechargeValues>();
  const purse = Form.useWatch('purse', form) ?? purses.cash;
  const send = useSend(accounts.recharge, useBooked({ account, onClose }, '充值'));
  const grant = purse === purses.grant;
  return (
    <FormDialog<RechargeValues>
      form={form}
      title="充值"
      okText="确认充值"
      pending={send.isPending}
      width={520}
      initial={{ purse: purses.cash, payType: 1 }}
      onSubmit={({ source = '', remarks = '', expireDate = null, uses = [], ...rest }) =>
        send.mutate({ ...rest, oldmanId: account.oldmanId, source, remarks, expireDate, uses })
      }
      onClose={onClose}
    >
      <Failed error={send.error} />
      <Who account={account} />
      <Purse account={account} offered={[purses.cash, purses.grant, purses.deposit]} />
      <Amount />
      {grant ? (
        <>
          <Form.Item
            name="source"
            label={titleOf(accountFormLabels, 'source')}
            rules={[{ required: true, whitespace: true, message: '请填写补贴来源' }]}
          >
            <Input maxLength={40} placeholder="如 区民政局养老服务补贴" />
          </Form.Item>
          <Form.Item name="expireDate" label={titleOf(accountFormLabels, 'expireDate')} extra="到期未用的部分退回补贴方；不填为长期有效">
            <Day />
          </Form.Item>
          <Form.Item name="uses" label={titleOf(accountFormLabels, 'uses')} extra="不选为都可以用">
            <Checkbox.Group options={Object.entries(grantUses).map(([value, label]) => ({ value, label }))} />
          </Form.Item>
        </>
      ) : (
        <PayType />
      )}
      <Form.Item name="remarks" label={titleOf(accountFormLabels, 'remarks')}>
        <Input maxLength={200} placeholder="可不填" />
      </Form.Item>
    </FormDialog>
  );
}

const SIGNS = [
  { value: 1, label: '增加' },
  { value: -1, label: '减少' },
];

interface AdjustValues {
  purse: number;
  sign: 1 | -1;
  amount: number;
  reason: string;
}

function Adjust({ account, onClose }: Props) {
  const send = useSend(accounts.adjust, useBooked({ account, onClose }, null));
  return (
    <FormDialog<AdjustValues>
      title="调整账户"
      okText="确认调整"
      pending={send.isPending}
      width={520}
      initial={{ purse: purses.cash, sign: 1 }}
      onSubmit={({ purse, sign, amount, reason }) => send.mutate({ oldmanId: account.oldmanId, purse, amount: sign * amount, reason })}
      onClose={onClose}
    >
      <Failed error={send.error} />
      <Who account={account} />
      <Purse account={account} offered={[purses.cash, purses.grant, purses.deposit]} />
      <Form.Item name="sign" label="方向" rules={[{ required: true }]}>
        <Radio.Group options={SIGNS} />
      </Form.Item>
      <Amount extra="用于更正记错的账，超过限额的需审批" />
      <Reason placeholder="如 上次充值多记50元" />
    </FormDialog>
  );
}

interface WithdrawValues {
  purse: number;
  amount: number;
  payType: number;
  receiver: string;
  reason: string;
}

function Withdraw({ account, onClose }: Props) {
  const send = useSend(accounts.withdraw, useBooked({ account, onClose }, '退款'));
  return (
    <FormDialog<WithdrawValues>
      title="退款"
      okText="确认退款"
      danger
      pending={send.isPending}
      width={520}
      initial={{ purse: purses.cash, payType: 1 }}
      onSubmit={(values) => send.mutate({ ...values, oldmanId: account.oldmanId })}
      onClose={onClose}
    >
      <Failed error={send.error} />
      <Who account={account} />
      <Purse account={account} offered={[purses.cash, purses.deposit]} />
      <Amount extra="虚拟余额不能退款；超过限额的需审批" />
      <PayType />
      <Form.Item
        name="receiver"
        label={titleOf(accountFormLabels, 'receiver')}
        rules={[{ required: true, whitespace: true, message: '请填写收款人' }]}
      >
        <Input maxLength={20} placeholder="领款人或账户名" />
      </Form.Item>
      <Reason placeholder="如 家属要求退回余额" />
    </FormDialog>
  );
}

function AlertLimit({ account, onClose }: Props) {
  const send = useSend(accounts.alert, { changes, onSuccess: onClose });
  return (
    <FormDialog<{ alertBalance?: number | null }>
      title="余额提醒"
      pending={send.isPending}
      width={440}
      initial={{ alertBalance: account.alertBalance }}
      onSubmit={({ alertBalance = null }) => send.mutate({ oldmanId: account.oldmanId, alertBalance })}
      onClose={onClose}
    >
      <Failed error={send.error} />
      <Who account={account} />
      <Form.Item name="alertBalance" label="低于多少提醒" extra="可用余额与虚拟余额之和；不填按机构的设置">
        <MoneyInput max={10_000_000} placeholder="" />
      </Form.Item>
    </FormDialog>
  );
}

const DIALOGS = { recharge: Recharge, adjust: Adjust, withdraw: Withdraw, alert: AlertLimit };

export function AccountDialog({ act, ...props }: Props & { act: AccountAct }) {
  const Dialog = DIALOGS[act];
  return <Dialog {...props} />;
}
