/** What ends a visit beside the photo: questionnaires, what was done, what was used up, who signed. */
import { RightOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber } from 'antd';
import { isEmergency } from '#contract/warnings/handling.rules.ts';
import { SignatureField } from '#web/ui/signature-pad.tsx';
import { usedKey, type VisitValues } from '#web/work-orders/visit-form.ts';
import { VisitLabel } from '#web/work-orders/visit-label.tsx';
import { visit } from './place.ts';
import type { OwnJob } from './steps.ts';

/** What a visit to an SOS or a fall finds most often. */
const QUICK = ['老人安好，误触按钮', '已协助起身，无外伤', '已测生命体征，平稳', '已送医，家属已知晓'];
const RESULT_MAX = 500;

interface Props {
  own: OwnJob;
  values: VisitValues;
  change: (part: Partial<VisitValues>) => void;
}

function Materials({ own: { job }, values, change }: Props) {
  if (job.workOrderJobMaterials.length === 0) return null;
  const set = (key: string, quantity: number | null) => {
    const { [key]: _old, ...rest } = values.used;
    change({ used: quantity === null ? rest : { ...rest, [key]: quantity } });
  };
  return (
    <div className="c-field">
      <span className="c-name">实际用料</span>
      <ul className="c-used">
        {job.workOrderJobMaterials.map(({ materialId, materialName, unit, quantity }) => {
          const key = usedKey(job.id, materialId);
          return (
            <li key={key}>
              <span>{materialName}</span>
              <InputNumber<number>
                size="large"
                mode="spinner"
                min={0}
                max={100_000}
                precision={2}
                inputMode="decimal"
                formatter={(amount) => (amount === undefined || String(amount) === '' ? '' : String(Number(amount)))}
                value={values.used[key] ?? quantity}
                aria-label={`${materialName}用量`}
                onChange={(amount) => set(key, amount)}
              />
              <small>{unit}</small>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The required ones that nobody has filled in. */
function Unfilled({ own: { job } }: { own: OwnJob }) {
  const rows = job.projectUserVoList.filter(({ required, resultId }) => required && resultId === null);
  return rows.map(({ key, name }) => (
    <Button key={key} block size="large" className="c-paper-open" onClick={() => visit({ job: job.id, paper: key })}>
      填写问卷《{name}》
      <RightOutlined aria-hidden />
    </Button>
  ));
}

export function FinishFields({ own, values, change }: Props) {
  const emergency = isEmergency(own.warningType ?? '');
  return (
    <>
      <Unfilled own={own} />
      <Materials own={own} values={values} change={change} />
      <div className="c-field">
        <VisitLabel htmlFor="c-result" required={emergency}>
          服务记录
        </VisitLabel>
        <Input.TextArea
          id="c-result"
          size="large"
          value={values.result}
          maxLength={RESULT_MAX}
          rows={3}
          placeholder="做了什么，老人情况如何"
          onChange={(event) => change({ result: event.target.value })}
        />
        {emergency && (
          <div className="c-quick" role="group" aria-label="常用服务记录">
            {QUICK.map((phrase) => (
              <Button
                key={phrase}
                onClick={() => change({ result: [values.result.trim(), phrase].filter(Boolean).join('；').slice(0, RESULT_MAX) })}
              >
                {phrase}
              </Button>
            ))}
          </div>
        )}
      </div>
      <div className="c-field">
        <VisitLabel htmlFor="c-signature" required={own.job.requiresSignature}>
          服务对象签名
        </VisitLabel>
        <div className="c-sign">
          <SignatureField id="c-signature" label="服务对象签名" value={values.signature} onChange={(signature) => change({ signature })} />
        </div>
        <Input
          size="large"
          value={values.signer}
          maxLength={20}
          placeholder="签名人，家属代签请注明"
          aria-label="签名人"
          onChange={(event) => change({ signer: event.target.value })}
        />
        {own.job.requiresSignature && values.signature === null && (
          <Input
            size="large"
            value={values.unsigned}
            maxLength={100}
            placeholder="无法签名时请填写原因"
            aria-label="无法签名的原因"
            onChange={(event) => change({ unsigned: event.target.value })}
          />
        )}
      </div>
    </>
  );
}
