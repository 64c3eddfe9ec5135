/** What ends a visit: what was done, what was used up, which questionnaires, who signed. */
import { CheckCircleFilled, ExclamationCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber } from 'antd';
import { SignatureField } from '#web/ui/signature-pad.tsx';
import { writeAddress } from './job-papers.tsx';
import type { OrderJob } from './order-calls.ts';
import { usedKey, type VisitValues } from './visit-form.ts';
import { VisitLabel } from './visit-label.tsx';

interface Props {
  jobs: readonly OrderJob[];
  values: VisitValues;
  change: (part: Partial<VisitValues>) => void;
  /** Opens another page; this one waits with what was typed. */
  leaveTo: (address: string) => void;
}

function Materials({ jobs, values, change }: Omit<Props, 'leaveTo'>) {
  const rows = jobs.flatMap((job) =>
    job.workOrderJobMaterials.map((material) => ({ ...material, jobId: job.id, of: job.serverProjectName })),
  );
  if (rows.length === 0) return null;
  const set = (key: string, quantity: number | null) => {
    const { [key]: _old, ...rest } = values.used;
    change({ used: quantity === null ? rest : { ...rest, [key]: quantity } });
  };
  return (
    <div className="y-order-field">
      <span className="y-order-name">实际用料</span>
      <ul className="y-visit-list">
        {rows.map(({ jobId, materialId, materialName, unit, quantity, of }) => {
          const key = usedKey(jobId, materialId);
          return (
            <li key={key}>
              <span>
                {materialName}
                {jobs.length > 1 && <small>{of}</small>}
              </span>
              <InputNumber
                min={0}
                max={100_000}
                precision={2}
                formatter={(amount) => (amount === undefined || String(amount) === '' ? '' : String(Number(amount)))}
                value={values.used[key] ?? quantity}
                suffix={unit}
                aria-label={`${materialName}用量`}
                onChange={(amount) => set(key, amount)}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Filled in on a page of its own. */
function Questionnaires({ jobs, leaveTo }: Pick<Props, 'jobs' | 'leaveTo'>) {
  const rows = jobs.flatMap((job) =>
    job.projectUserVoList.filter(({ required, resultId }) => required || resultId === null).map((asked) => ({ ...asked, jobId: job.id })),
  );
  if (rows.length === 0) return null;
  return (
    <div className="y-order-field">
      <span className="y-order-name">问卷</span>
      <ul className="y-visit-list">
        {rows.map(({ jobId, questionId, key, name, required, resultId }) => (
          <li key={`${jobId}.${questionId}`} data-state={resultId !== null ? 'done' : required ? 'missing' : 'open'}>
            <span>
              {resultId !== null ? (
                <CheckCircleFilled aria-hidden />
              ) : required ? (
                <ExclamationCircleFilled aria-hidden />
              ) : (
                <MinusCircleOutlined aria-hidden />
              )}{' '}
              {name}
              <small>{resultId !== null ? '已完成' : required ? '必填，未完成' : '选填，未完成'}</small>
            </span>
            {resultId === null && (
              <Button autoInsertSpace={false} onClick={() => leaveTo(writeAddress(key, jobId))} aria-label={`填写${name}`}>
                填写
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function VisitProofs({ jobs, values, change, leaveTo }: Props) {
  const signed = jobs.some(({ requiresSignature }) => requiresSignature);
  return (
    <>
      <Materials jobs={jobs} values={values} change={change} />
      <Questionnaires jobs={jobs} leaveTo={leaveTo} />
      <div className="y-order-field">
        <VisitLabel htmlFor="y-visit-result" required={false}>
          服务记录
        </VisitLabel>
        <Input.TextArea
          id="y-visit-result"
          value={values.result}
          maxLength={500}
          showCount
          rows={3}
          placeholder="做了什么，老人情况如何（选填）"
          onChange={(event) => change({ result: event.target.value })}
        />
      </div>
      <div className="y-order-field">
        <VisitLabel htmlFor="y-visit-signature" required={signed}>
          服务对象签名
        </VisitLabel>
        <SignatureField
          id="y-visit-signature"
          label="服务对象签名"
          value={values.signature}
          onChange={(signature) => change({ signature })}
        />
        <Input
          value={values.signer}
          maxLength={20}
          placeholder="签名人姓名（选填），如家属代签请注明"
          aria-label="签名人姓名"
          onChange={(event) => change({ signer: event.target.value })}
        />
        {signed && values.signature === null && (
          <Input
            value={values.unsigned}
            maxLength={100}
            placeholder="无法签名时请填写原因，如：老人不能书写，家属不在场"
            aria-label="无法签名的原因"
            onChange={(event) => change({ unsigned: event.target.value })}
          />
        )}
      </div>
    </>
  );
}
