/** The forms of an admission, each with what is known; everything else is left to be written by hand. */
import type { ReactNode } from 'react';
import { movementFieldLabels } from '#contract/accounts/accounts.labels.ts';
import { partFlags } from '#contract/elderly/person-codes.rules.ts';
import { personLabels } from '#contract/elderly/people.labels.ts';
import { titleOf } from '#contract/labels.ts';
import { admissionForms, consents, type AdmissionForm } from '#contract/stay/admission-forms.rules.ts';
import { admissionLabels } from '#contract/stay/admissions.labels.ts';
import { receiptSum, receiptTitle } from '#web/accounts/receipt-words.ts';
import { genderText } from '#web/elderly/person-tags.tsx';
import { labelOf, yuan } from '#web/ui/display.ts';
import { useDictionary } from '#web/ui/use-dictionary.ts';
import { BlankFacts, HandTable, HandText, Signs } from './admission-form-parts.tsx';
import type { FormsData } from './admission-forms.ts';
import { ContractSheet } from './contract-paper.tsx';

type Props = { data: FormsData };
const label = (name: keyof typeof admissionLabels) => titleOf(admissionLabels, name);
const known = (options: Parameters<typeof labelOf>[0], value: number | null) => (value === null ? null : labelOf(options, value));

function useWords() {
  return {
    levels: useDictionary(admissionLabels.careLevel.dictionary).options,
    abilities: useDictionary(personLabels.anergy.dictionary).options,
    relations: useDictionary(admissionLabels.contactRelation.dictionary).options,
    types: useDictionary(admissionLabels.enterType.dictionary).options,
    payTypes: useDictionary(movementFieldLabels.payType.dictionary).options,
  };
}

const basics = ({ who }: FormsData) =>
  [
    [label('userName'), who.userName],
    [label('gender'), who.gender === null ? null : genderText(who.gender)],
    [label('birthDate'), who.birthDate],
    [label('identityNumber'), who.identityNumber],
  ] as const;

function Application({ data }: Props) {
  const { who, admission, contract, contacts } = data;
  const { levels, relations, types } = useWords();
  const [first] = contacts;
  return (
    <>
      <h1>{admissionForms.application}</h1>
      <BlankFacts
        facts={[
          ...basics(data),
          [label('mobile'), who.mobile],
          [label('address'), who.address],
          ['民族', null],
          ['文化程度', null],
          ['原工作单位', null],
          ['医保类型', null],
          [label('enterType'), known(types, admission?.enterType ?? null)],
          [label('place'), who.place],
          [label('admitDate'), contract?.effectiveDate ?? admission?.admitDate],
          [label('endDate'), contract?.endDate],
          [label('careLevel'), known(levels, who.careLevel)],
          [label('flags'), who.flags.join('、')],
          [label('contactName'), first?.name],
          [label('contactPhone'), first?.phone],
          [label('contactRelation'), known(relations, first?.relation ?? null)],
          [label('signerName'), contract?.signerName],
        ]}
      />
      <HandText title="入住原因和要求" lines={4} />
      <HandText title={label('remarks')} text={who.remarks} lines={2} />
      <p className="s-form-note">本人及家属保证以上内容真实，如有隐瞒，由此产生的后果自行承担。</p>
      <Signs of={['申请人签名', '家属签名', '经办人']} />
      <HandText title="机构意见" lines={3} />
      <Signs of={['负责人签名（盖章）']} />
    </>
  );
}

const ABILITIES = ['进食', '洗澡', '修饰和穿衣', '大小便控制', '如厕', '床椅转移', '平地行走', '上下楼梯', '认知', '情绪和行为'];

function Assessment({ data }: Props) {
  const { who, admission } = data;
  const { levels, abilities } = useWords();
  return (
    <>
      <h1>{admissionForms.assessment}</h1>
      <BlankFacts
        facts={[
          ...basics(data),
          [label('careLevel'), known(levels, who.careLevel)],
          ['能力等级', known(abilities, who.ability)],
          [label('flags'), who.flags.join('、')],
          ['评估日期', null],
        ]}
      />
      <HandText title={label('assessment')} text={admission?.assessment ?? null} lines={2} />
      <h2>评估要点</h2>
      <HandTable
        columns={['项目', '自理', '部分依赖', '完全依赖', '说明']}
        rows={ABILITIES.map((name) => [name])}
        least={ABILITIES.length}
      />
      <HandText title="照护建议" lines={2} />
      <Signs of={['评估人签名', '家属签名']} />
    </>
  );
}

function Health({ data }: Props) {
  const { allergies, others } = partFlags(data.who.flags);
  return (
    <>
      <h1>{admissionForms.health}</h1>
      <BlankFacts
        facts={[
          ...basics(data),
          ['过敏史', allergies.join('、')],
          ['照护提醒', others.join('、')],
          ['体温', null],
          ['脉搏', null],
          ['血压', null],
          ['体重', null],
        ]}
      />
      <HandText title="现病史" lines={3} />
      <HandText title="既往病史、手术和住院史" lines={3} />
      <HandText title="传染病史、精神病史" lines={2} />
      <h2>长期用药</h2>
      <HandTable columns={['药名', '剂量', '用法', '开始日期', '医院']} least={6} />
      <Signs of={['医师或护士签名', '家属签名']} />
    </>
  );
}

function Contacts({ data }: Props) {
  const { contract, contacts } = data;
  const { relations } = useWords();
  const rows = contacts.map(({ name, phone, relation, notes }) => [name, known(relations, relation), phone, null, notes]);
  return (
    <>
      <h1>{admissionForms.contacts}</h1>
      <BlankFacts facts={basics(data)} />
      <h2>家属（按联系顺序）</h2>
      <HandTable columns={['姓名', '关系', '电话', '身份证号', '备注']} rows={rows} least={5} />
      <h2>担保人</h2>
      <BlankFacts
        facts={[
          ['姓名', contract?.signerName],
          ['关系', contract && contract.signerRelation === null ? '本人' : known(relations, contract?.signerRelation ?? null)],
          ['电话', contract?.signerMobile],
          ['身份证号', null],
          ['工作单位', null],
          ['住址', null],
        ]}
      />
      <p className="s-form-note">担保人知晓入住协议，在入住人不能支付费用时承担协议约定的责任；联系方式变更时及时告知机构。</p>
      <Signs of={['担保人签名', '家属签名', '经办人']} />
    </>
  );
}

function Belongings({ data }: Props) {
  return (
    <>
      <h1>{admissionForms.belongings}</h1>
      <BlankFacts facts={[...basics(data), [label('place'), data.who.place], ['登记日期', null]]} />
      <h2>物品</h2>
      <HandTable columns={['物品', '数量', '特征', '存放处', '领回日期']} least={16} />
      <Signs of={['入住人或家属签名', '登记人']} />
    </>
  );
}

function Consents({ data }: Props) {
  return (
    <>
      <h1>{admissionForms.consents}</h1>
      <BlankFacts facts={basics(data)} />
      <h2>请逐项阅读，同意的签名</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">事项</th>
            <th scope="col">内容</th>
            <th scope="col" className="s-form-sign">
              签名
            </th>
          </tr>
        </thead>
        <tbody>
          {consents.map(({ title, text }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>{text}</td>
              <td>　</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Signs of={['入住人签名', '家属或担保人签名', '告知人']} />
    </>
  );
}

/** One receipt for each deposit that was paid; before that one to be filled in. */
function Deposit({ data: { who, contract, deposits } }: Props) {
  const { payTypes } = useWords();
  const field = (name: keyof typeof movementFieldLabels) => titleOf(movementFieldLabels, name);
  const receipts =
    deposits.length > 0
      ? deposits.map((one) => ({
          ...one,
          title: receiptTitle(one),
          sum: receiptSum(one.amount),
          way: known(payTypes, one.payType),
        }))
      : [{ id: 0, title: admissionForms.deposit, number: null, createTime: null, sum: null, way: null, remarks: null, createBy: null }];
  return receipts.map(({ id, title, number, createTime, sum, way, remarks, createBy }) => (
    <section key={id}>
      <h1>{title}</h1>
      <BlankFacts
        facts={[
          [field('number'), number],
          [field('createTime'), createTime],
          [field('oldmanName'), who.userName],
          [field('payType'), way],
          [field('amount'), sum],
          ['约定押金', contract && yuan(contract.deposit)],
          [field('remarks'), remarks],
          [field('createBy'), createBy],
        ]}
      />
      <Signs of={['经办人', '交款人签字', '（盖章）']} />
    </section>
  ));
}

const Agreement = ({ data: { contract, admission } }: Props) =>
  contract === null ? (
    <>
      <h1>{admissionForms.contract}</h1>
      <HandText title="没有登记的合同，请另附签订的入住协议" lines={20} />
    </>
  ) : (
    <ContractSheet contract={contract} {...(contract.number === null && admission !== null ? { missing: '　' } : {})} />
  );

export const sheets: Record<AdmissionForm, (props: Props) => ReactNode> = {
  application: Application,
  assessment: Assessment,
  contract: Agreement,
  health: Health,
  contacts: Contacts,
  belongings: Belongings,
  consents: Consents,
  deposit: Deposit,
};
