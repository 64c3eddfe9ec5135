/** The settlement of a check-out on paper, to be signed by the family: 退住结算单. */
import { titleOf } from '#contract/labels.ts';
import { checkoutLabels } from '#contract/stay/checkouts.labels.ts';
import { departments } from '#contract/stay/checkout-departments.rules.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { Paper, PaperFacts, PaperFoot } from '#web/subscriptions/paper.tsx';
import { labelOf, yuan } from '#web/ui/display.ts';
import { useDictionary } from '#web/ui/use-dictionary.ts';
import type { CheckoutShown } from './checkout-calls.ts';
import { sumsOf } from './checkout-fees.tsx';

const label = (name: keyof typeof checkoutLabels) => titleOf(checkoutLabels, name);

export default function CheckoutPaper({ checkout, onDone }: { checkout: CheckoutShown; onDone: () => void }) {
  const tenantName = useCurrentUser()?.sysUser.tenantName ?? '';
  const destinations = useDictionary(checkoutLabels.destination.dictionary).options;
  const refunds = useDictionary(checkoutLabels.refundType.dictionary).options;
  return (
    <Paper onDone={onDone}>
      <h1>退住结算单</h1>
      <p>
        {tenantName}　{checkout.number}
      </p>
      <PaperFacts
        facts={[
          [label('oldmanName'), checkout.oldmanName],
          [label('leaveDate'), checkout.leaveDate],
          [label('destination'), labelOf(destinations, checkout.destination)],
          [label('reason'), checkout.reason],
          [label('refundType'), checkout.refundType === null ? null : labelOf(refunds, checkout.refundType)],
          [label('receiver'), checkout.receiver],
          [label('leftBy'), checkout.leftBy],
          [label('leftTime'), checkout.leftTime],
        ]}
      />
      <h2>费用明细</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">计算</th>
            <th scope="col">起止日期</th>
            <th scope="col">天数</th>
            <th scope="col">金额</th>
          </tr>
        </thead>
        <tbody>
          {checkout.lines.map((line) => (
            <tr key={`${line.text}.${line.fromDate}`}>
              <td>{line.text}</td>
              <td>{line.fromDate === null ? '' : `${line.fromDate} 至 ${line.toDate}`}</td>
              <td>{line.days ?? ''}</td>
              <td>{yuan(line.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2>结算</h2>
      <PaperFacts facts={sumsOf(checkout).map(([name, value]) => [name, yuan(value)])} />
      <h2>部门审核</h2>
      <PaperFacts
        facts={checkout.signs.map(({ department, userName, signTime }) => [departments[department], `${userName ?? ''} ${signTime ?? ''}`])}
      />
      <PaperFoot>家属签名：　　　　　　　　经办人签名：</PaperFoot>
    </Paper>
  );
}
