/** A contract, or a change agreement, on paper for both signatures. */
import { titleOf } from '#contract/labels.ts';
import { contractLabels } from '#contract/stay/contracts.labels.ts';
import { partNumber } from '#contract/stay/contracts.rules.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { Paper, PaperFacts, PaperFoot } from '#web/subscriptions/paper.tsx';
import { labelOf, yuan } from '#web/ui/display.ts';
import { useDictionary } from '#web/ui/use-dictionary.ts';
import type { Contract } from './stay-calls.ts';
import './stay.css';

const label = (name: keyof typeof contractLabels) => titleOf(contractLabels, name);
const FEES = ['bedFee', 'careFee', 'mealFee', 'otherFee', 'monthFee', 'deposit'] as const;

/** What a contract says on paper. Of a stay that is still to begin it has no number and no day of signing yet. */
export type ContractTerms = Omit<
  Contract,
  'id' | 'number' | 'part' | 'state' | 'oldmanId' | 'endedDate' | 'version' | 'createTime' | 'files' | 'signedDate'
> & { number: string | null; part: number; signedDate: string | null };

/** The text of a contract; `missing` stands for what is not known. */
export function ContractSheet({ contract, missing }: { contract: ContractTerms; missing?: string }) {
  const tenantName = useCurrentUser()?.sysUser.tenantName ?? '';
  const { options } = useDictionary(contractLabels.signerRelation.dictionary);
  const relation = contract.signerRelation === null ? '本人' : labelOf(options, contract.signerRelation);
  const { number, part } = contract;
  return (
    <>
      <h1>{part === 1 ? '养老服务合同' : '养老服务合同变更协议'}</h1>
      <p>
        {tenantName}　{number !== null && partNumber({ number, part })}
      </p>
      <PaperFacts
        {...(missing === undefined ? {} : { missing })}
        facts={[
          ['甲方（养老机构）', tenantName],
          ['乙方（服务对象）', contract.oldmanName],
          [label('place'), contract.place],
          [label('signerName'), `${contract.signerName}（${relation}）`],
          [label('signerMobile'), contract.signerMobile],
          [label('effectiveDate'), contract.effectiveDate],
          [label('endDate'), contract.endDate],
          [label('trialDate'), contract.trialDate],
          ...(contract.reason === null ? [] : [[label('reason'), contract.reason] as const]),
        ]}
      />
      <h2>费用（按月，押金一次）</h2>
      <table>
        <tbody>
          {FEES.map((name) => (
            <tr key={name}>
              <th scope="row">{label(name)}</th>
              <td>{yuan(contract[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {contract.terms !== null && (
        <>
          <h2>{label('terms')}</h2>
          <div className="s-paper-terms">{contract.terms}</div>
        </>
      )}
      <p className="s-paper-signs">
        <span>甲方（盖章）：</span>
        <span>乙方或签约人签名：</span>
        <span>签订日期：{contract.signedDate}</span>
      </p>
    </>
  );
}

export default function ContractPaper({ contract, onDone }: { contract: Contract; onDone: () => void }) {
  return (
    <Paper onDone={onDone}>
      <ContractSheet contract={contract} />
      <PaperFoot>
        {label('createBy')}：{contract.createBy}
      </PaperFoot>
    </Paper>
  );
}
