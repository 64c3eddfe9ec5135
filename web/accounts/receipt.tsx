/** /members/account/receipt?id=…: the receipt of money that changed hands, to be printed. */
import { ArrowLeftOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button, Card, Descriptions, Skeleton } from 'antd';
import { useSearchParams } from 'react-router';
import { movementFieldLabels } from '#contract/accounts/accounts.labels.ts';
import { accountMovements } from '#contract/accounts/accounts.ts';
import type { Output } from '#contract/http.ts';
import { useCall } from '#web/api/call.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { useTab, useTabLabel } from '#web/shell/tab-context.ts';
import { labelOf } from '#web/ui/display.ts';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { useDictionary } from '#web/ui/use-dictionary.ts';
import { receiptSum, receiptTitle } from './receipt-words.ts';
import './accounts.css';

type Movement = Output<typeof accountMovements.get>;

function Shown({ movement }: { movement: Movement }) {
  const { close } = useTab();
  const tenant = useCurrentUser()?.tenantName ?? '';
  const { options } = useDictionary('pay_type');
  const { number, oldmanId, oldmanName, amount, payType, remarks, createBy, createTime } = movement;
  const title = receiptTitle(movement);
  return (
    <article className="a-receipt y-prints-alone">
      <header>
        <Button type="text" className="y-no-print" icon={<ArrowLeftOutlined aria-hidden />} onClick={close}>
          返回
        </Button>
        <Button className="y-no-print" icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
          打印
        </Button>
      </header>
      <Card>
        <h1>
          {tenant}
          {title}
        </h1>
        <Descriptions
          bordered
          size="small"
          column={2}
          items={labelledItems(movementFieldLabels, [
            { key: 'number', children: number ?? '--' },
            { key: 'createTime', children: createTime },
            { key: 'oldmanName', children: <PersonLink id={oldmanId} name={oldmanName} tab="account" /> },
            { key: 'payType', children: labelOf(options, payType) },
            { key: 'amount', children: receiptSum(amount), span: 'filled' },
            { key: 'remarks', children: remarks || '--', span: 'filled' },
          ])}
        />
        <footer>
          <span>经办人：{createBy}</span>
          <span>{amount < 0 ? '领款人签字：' : '交款人签字：'}</span>
          <span>（盖章）</span>
        </footer>
      </Card>
    </article>
  );
}

export default function Receipt() {
  const [params] = useSearchParams();
  const id = Number(params.get('id')) || 0;
  const query = useCall(accountMovements.get, { id }, { enabled: id > 0, quiet: true });
  useTabLabel(query.data?.number ? `收据 ${query.data.number}` : null);
  if (query.data) return <Shown movement={query.data} />;
  if (id === 0 || query.isError)
    return <MissingPage error={query.error} noun="收据" back="/members/account?tab=records" onRetry={() => void query.refetch()} />;
  return <Skeleton active className="y-page-loading" paragraph={{ rows: 8 }} />;
}
