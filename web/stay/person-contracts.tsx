/** The contract of a person, with all that was agreed later, the newest first. */
import { PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Descriptions, Empty, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import { titleOf } from '#contract/labels.ts';
import { contractLabels } from '#contract/stay/contracts.labels.ts';
import { contractStates, daysLeft, partNumber, SOON } from '#contract/stay/contracts.rules.ts';
import { contracts } from '#contract/stay/contracts.ts';
import { dayOf } from '#contract/time.ts';
import { useCall } from '#web/api/call.ts';
import type { PersonRow } from '#web/elderly/person-basic.tsx';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { yuan } from '#web/ui/display.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useMay } from '#web/ui/may.ts';
import { RowActions, type RowAction } from '#web/ui/row-actions.tsx';
import { State } from '#web/ui/state.tsx';
import { StoredImage } from '#web/ui/stored-files.tsx';
import { useContractActs } from './contract-acts.tsx';
import type { Contract } from './stay-calls.ts';
import './stay.css';

const ContractDrawer = lazyPart(() => import('./contract-drawer.tsx'));

const FEES = ['bedFee', 'careFee', 'mealFee', 'otherFee', 'monthFee', 'deposit'] as const;
const label = (name: keyof typeof contractLabels) => titleOf(contractLabels, name);

/** What is to be done about the end of the contract that holds. */
function Ending({ contract: { state, endDate, endedDate } }: { contract: Contract }) {
  const left = daysLeft(endDate, dayOf(useQuarterMinute()));
  const open = endedDate === null && state !== contractStates.replaced;
  if (!open || left > SOON) return null;
  return <Alert type="warning" showIcon title={left < 0 ? `合同已于${endDate}到期，请续签` : `合同还有${left}天到期，请安排续签`} />;
}

function Part({ contract, actions }: { contract: Contract; actions: readonly RowAction[] }) {
  return (
    <section className="s-contract" aria-label={partNumber(contract)}>
      <header>
        <h3>{contract.part === 1 ? '入住合同' : `第${contract.part - 1}次变更`}</h3>
        <State of="contract" value={contract.state} />
        <span className="s-number">{partNumber(contract)}</span>
        <RowActions actions={actions} />
      </header>
      <Descriptions
        size="small"
        column={{ xs: 1, md: 2, xl: 3 }}
        items={[
          { key: 'from', label: '期限', children: `${contract.effectiveDate} 至 ${contract.endDate}` },
          ...(contract.trialDate === null ? [] : [{ key: 'trial', label: label('trialDate'), children: contract.trialDate }]),
          ...(contract.endedDate === null ? [] : [{ key: 'ended', label: label('endedDate'), children: contract.endedDate }]),
          ...(contract.reason === null ? [] : [{ key: 'reason', label: label('reason'), children: contract.reason }]),
          ...FEES.map((name) => ({ key: name, label: label(name), children: yuan(contract[name]) })),
          {
            key: 'signer',
            label: label('signerName'),
            children: (
              <span className="s-signer">
                {contract.signerName}
                {contract.signerRelation === null ? (
                  <span>本人</span>
                ) : (
                  <DictionaryTag type={contractLabels.signerRelation.dictionary} value={contract.signerRelation} />
                )}
                {contract.signerMobile !== null && <span>{contract.signerMobile}</span>}
              </span>
            ),
          },
          { key: 'signed', label: label('signedDate'), children: `${contract.signedDate}，由${contract.createBy}登记` },
        ]}
      />
      {contract.terms !== null && <p className="s-terms">{contract.terms}</p>}
      {contract.files.length > 0 && (
        <div className="s-files">
          {contract.files.map((url, at) => (
            <StoredImage key={url} url={url} alt={`${contractLabels.files}${at + 1}`} />
          ))}
        </div>
      )}
    </section>
  );
}

export function PersonContracts({ person: { id, userName } }: { person: PersonRow }) {
  const may = useMay();
  const { data, isError, refetch } = useCall(contracts.ofPerson, { oldmanId: id }, { quiet: true });
  const { actionsOf, dialogs } = useContractActs();
  const [adding, setAdding] = useState(false);
  if (isError) return <LoadFailed title="合同没有读到" onAgain={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  const isLast = ({ number, part }: Contract) => !data.some((other) => other.number === number && other.part > part);
  const mayAdd = may(contracts.create) && data.every(({ endedDate }) => endedDate !== null);
  const last = data.find(isLast);
  return (
    <div className="s-contracts">
      {last && <Ending contract={last} />}
      {data.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有入住合同" />}
      {mayAdd && (
        <Button className="s-add" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
          登记合同
        </Button>
      )}
      {data.map((contract) => (
        <Part key={contract.id} contract={contract} actions={actionsOf(contract, isLast(contract))} />
      ))}
      <Suspense fallback={null}>
        {adding && <ContractDrawer last={null} person={{ id, name: userName }} onClose={() => setAdding(false)} />}
        {dialogs}
      </Suspense>
    </div>
  );
}
