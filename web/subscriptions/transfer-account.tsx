/** Where the money goes: the platform's account, the amount and what to write in the remark, copied with one press. */
import { CopyOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { parameters } from '#contract/system/parameters.ts';
import { useCall } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { copyText } from '#web/ui/copy.ts';
import { yuan } from '#web/ui/display.ts';
import type { PackageOrder } from './buyers.ts';
import { accountKeys, accountLabels, accountOf, UNKNOWN_ACCOUNT } from './order-words.ts';

export function TransferAccount({ order }: { order: PackageOrder }) {
  const { data, isSuccess } = useCall(parameters.publicValue, { key: 'TRANSFER', 'TENANT-ID': null }, { quiet: true });
  const account = accountOf(data);
  const lines = [
    ...accountKeys.map((key) => [accountLabels[key], account[key]] as const),
    ['转账金额', yuan(order.itemPrice)],
    ['转账备注', order.orderNo],
  ] as const;
  const copyAll = async () => {
    try {
      await copyText(lines.map(([label, text]) => `${label}：${text}`).join('\n'));
      showMessage('success', '复制成功');
    } catch {
      showMessage('error', '复制失败，请手动选择后复制');
    }
  };
  return (
    <section className="sub-account" aria-label="转账信息">
      <header>
        <h3>对公转账</h3>
        <Button size="small" icon={<CopyOutlined aria-hidden />} onClick={() => void copyAll()}>
          复制全部
        </Button>
      </header>
      <dl>
        {lines.map(([label, text]) => (
          <div key={label} data-strong={label === '转账金额' || undefined}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {isSuccess && account.BANK_CARD === UNKNOWN_ACCOUNT && (
        <Alert type="warning" showIcon title="平台尚未设置收款账户，请先联系平台，不要转账。" />
      )}
      <p className="sub-note">转账时请在备注中填写订单编号，金额须与应付金额一致。收到转账后24小时内为您升级账号。</p>
    </section>
  );
}
