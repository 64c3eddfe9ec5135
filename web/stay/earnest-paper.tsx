/** The receipt of 定金 on paper. */
import { toFen } from '#contract/fields.ts';
import { titleOf } from '#contract/labels.ts';
import { earnestFieldLabels } from '#contract/stay/earnests.labels.ts';
import { inWords } from '#contract/subscriptions/amounts.rules.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { Paper, PaperFacts, PaperFoot } from '#web/subscriptions/paper.tsx';
import { labelOf, yuan } from '#web/ui/display.ts';
import { useDictionary } from '#web/ui/use-dictionary.ts';
import type { EarnestLine } from './stay-calls.ts';

export default function EarnestPaper({ line, onDone }: { line: EarnestLine; onDone: () => void }) {
  const tenantName = useCurrentUser()?.sysUser.tenantName ?? '';
  const { options } = useDictionary(earnestFieldLabels.payType.dictionary);
  return (
    <Paper onDone={onDone}>
      <h1>定金收据</h1>
      <p>
        {tenantName}　{line.number}
      </p>
      <PaperFacts
        facts={[
          ['预定人', line.userName],
          ['收款时间', line.createTime],
          [titleOf(earnestFieldLabels, 'payer'), line.partner],
          [titleOf(earnestFieldLabels, 'payType'), labelOf(options, line.payType)],
          [titleOf(earnestFieldLabels, 'amount'), `${yuan(line.amount)}（人民币${inWords(toFen(line.amount))}）`],
          [titleOf(earnestFieldLabels, 'terms'), line.text],
        ]}
      />
      <PaperFoot>经办人：{line.createBy}　　　　交款人签名：　　　　　　　（盖章）</PaperFoot>
    </Paper>
  );
}
