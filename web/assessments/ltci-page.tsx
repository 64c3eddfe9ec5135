/** /assessment/ltci 长护险量表: the versions of the institution, changed as drafts, tried before they are published, marked as verified. */
import { Alert, Button, Empty, Select, Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import { assessments } from '#contract/assessments/assessments.ts';
import { evaluate, type Answers } from '#contract/assessments/evaluate.rules.ts';
import { closedLtci, ltciStateLabels, ltciStates, type LtciAction } from '#contract/assessments/ltci-commands.rules.ts';
import { OWN_VERSIONS, refusedFigures, shippedFigures, withFigures, type LtciFigures } from '#contract/assessments/ltci-figures.rules.ts';
import { ltciVersions } from '#contract/assessments/ltci-versions.ts';
import type { Output } from '#contract/http.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { LtciEditor } from './ltci-editor.tsx';
import { RunningScore } from './running-score.tsx';
import { ScaleForm } from './scale-form.tsx';
import './assessments.css';

type Version = Output<typeof ltciVersions.list>[number];
const changes = [ltciVersions.list, ltciVersions.current, assessments.get];
const title = (serial: number) => `第${serial - OWN_VERSIONS}版`;
const nothing = () => {};
const by = (name: string, time: string | null) => (
  <>
    {name} <Time value={time} />
  </>
);

/** Answers that are tried: what they come to by the figures as they stand, saved or not. */
function Preview({ figures, serial, verified }: Pick<Version, 'serial' | 'verified'> & { figures: LtciFigures }) {
  const [answers, setAnswers] = useState<Answers>({});
  if (refusedFigures(figures) !== null) return <Alert type="info" showIcon title="数值有误时不能试算，请先修改" />;
  const scale = withFigures({ figures, serial, verified });
  const evaluation = evaluate(scale, answers);
  return (
    <section aria-label="试算">
      <div className="as-bar">
        <span className="as-kept">选择各项后按本版本的分值和界限计算，不保存。</span>
        <Button onClick={() => setAnswers(Object.fromEntries(scale.items.map(({ code, options }) => [code, options[0]!.value])))}>
          全部选最好
        </Button>
        <Button onClick={() => setAnswers({})}>清空</Button>
      </div>
      <ScaleForm scale={scale} answers={answers} facts={{}} evaluation={evaluation} onAnswers={setAnswers} onFacts={nothing} />
      <RunningScore scale={scale} evaluation={evaluation} />
      <p className="as-grades" aria-label="各维度等级">
        {evaluation.domains.map(({ code, name, score, grade }) => (
          <span key={code}>
            {name}：{score}分{grade === null ? '' : `，${grade}级`}
          </span>
        ))}
      </p>
    </section>
  );
}

function VersionPart({ row }: { row: Version }) {
  const [figures, setFigures] = useState<LtciFigures>(row.figures);
  const [verifying, setVerifying] = useState(false);
  const dirty = figures !== row.figures;
  useUnsaved(true, () => dirty);
  const update = useSend(ltciVersions.update, { changes });
  const publish = useSend(ltciVersions.publish, { changes });
  const remove = useSend(ltciVersions.remove, { changes });
  const verify = useSend(ltciVersions.verify, { changes, onSuccess: () => setVerifying(false) });
  const open = (action: LtciAction | 'delete') => closedLtci({ state: row.state, verified_at: row.verifiedTime }, action) === null;
  const which = { id: row.id, version: row.version };
  const facts = [
    ['状态', <State key="state" of="ltci" value={row.state} />],
    ['核实', <State key="verified" of="ltciVerified" value={row.verified ? 1 : 0} />],
    ['创建', by(row.userName, row.createTime)],
    ['发布', row.publishedName && by(row.publishedName, row.publishedTime)],
    ['核实依据', row.verifiedName && row.verifiedNote],
    ['核实人', row.verifiedName && by(row.verifiedName, row.verifiedTime)],
    ['使用', `${row.used}份评估`],
  ] as const;
  return (
    <>
      <div className="as-bar">
        {open('publish') && (
          <Confirm
            title={`发布${title(row.serial)}？`}
            description="发布后不能再修改，新的评估按它计算；已有的评估不变。"
            okText="发布"
            onConfirm={() => publish.mutate(which)}
          >
            <Button type="primary" disabled={dirty || refusedFigures(figures) !== null} loading={publish.isPending}>
              发布
            </Button>
          </Confirm>
        )}
        {open('verify') && (
          <Button type="primary" onClick={() => setVerifying(true)}>
            标记为已核实
          </Button>
        )}
        {open('delete') && (
          <Confirm title="删除草稿？" okText="删除" okButtonProps={{ danger: true }} onConfirm={() => remove.mutate({ id: row.id })}>
            <Button danger>删除草稿</Button>
          </Confirm>
        )}
      </div>
      <FactList className="as-report-facts" facts={facts} />
      <Tabs
        items={[
          {
            key: 'figures',
            label: '分值与等级',
            children: (
              <LtciEditor
                figures={figures}
                state={row.state}
                dirty={dirty}
                saving={update.isPending}
                onChange={setFigures}
                onSave={() => update.mutate({ ...which, figures })}
              />
            ),
          },
          { key: 'preview', label: '试算', children: <Preview figures={figures} serial={row.serial} verified={row.verified} /> },
        ]}
      />
      {verifying && (
        <ReasonDialog
          title={`核实${title(row.serial)}`}
          note="确认分值、界限和组合表与本地医保部门的文件一致。核实后不再显示“待核实”。"
          label="核实依据"
          placeholder="如 文件名称和文号"
          okText="已核实"
          harmless
          most={200}
          pending={verify.isPending}
          onOk={(note) => verify.mutate({ ...which, note })}
          onClose={() => setVerifying(false)}
        />
      )}
    </>
  );
}

export default function LtciPage() {
  const { data: rows } = useCall(ltciVersions.list, {});
  const [chosen, setChosen] = useState<number | null>(null);
  const create = useSend(ltciVersions.create, { changes, onSuccess: (id) => setChosen(id) });
  if (!rows) return <Skeleton active paragraph={{ rows: 8 }} />;
  const row = rows.find(({ id }) => id === chosen) ?? rows[0];
  const drafted = rows.some(({ state }) => state === ltciStates.draft);
  return (
    <div className="as-page">
      <header className="as-bar">
        <h1>长护险量表</h1>
        {row && (
          <Select
            aria-label="版本"
            value={row.id}
            options={rows.map(({ id, serial, state, verified }) => ({
              value: id,
              label: `${title(serial)}（${state === ltciStates.published && !verified ? '待核实' : ltciStateLabels[state]}）`,
            }))}
            onChange={setChosen}
          />
        )}
        {!drafted && (
          <Button loading={create.isPending} onClick={() => create.mutate({})}>
            新增版本
          </Button>
        )}
      </header>
      {row ? (
        <VersionPart key={`${row.id} ${row.version}`} row={row} />
      ) : (
        <Empty description={`正在使用产品自带的分值和界限，待核实。依据：${shippedFigures.source}`} />
      )}
    </div>
  );
}
