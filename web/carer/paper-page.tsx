/** A questionnaire of a job, filled in with or without a network. */
import { Alert, App, Empty, Skeleton } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { browserOf } from '#web/questionnaires/browser.ts';
import type { AnswerValues } from '#web/questionnaires/fill-form.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { Head } from './head.tsx';
import { wakeWhenOnline } from './install.ts';
import { goBack } from './place.ts';
import { carer, record } from './state.ts';
import { useOnline } from './status-bar.tsx';
import { stepId, type OwnJob, type Step } from './steps.ts';
import { sync } from './sync.ts';
import { keepFilesOf, useKeeper, useTyped } from './visit-draft.ts';

const FillForm = lazy(async () => ({ default: (await import('#web/questionnaires/fill-form.tsx')).FillForm }));
/** What asks the server while it is filled in. */
const NEEDS_NETWORK = new Set(['PROVINCE_CITY', 'INPUT_MAP']);

/** The answers that wait or were refused, to be corrected. */
function answersOf(step: Step | undefined): AnswerValues | undefined {
  if (!step) return undefined;
  keepFilesOf(step);
  return { ...(step.body.processData as AnswerValues), ...(step.body.originalData as AnswerValues) };
}

interface Props {
  own: OwnJob;
  asked: OwnJob['job']['projectUserVoList'][number];
}

export function PaperPage({ own, asked }: Props) {
  const { message } = App.useApp();
  const online = useOnline();
  const paper = useStore(carer, ({ kept }) => kept?.papers[asked.key]);
  const id = stepId('answers', own.job.id, asked.key);
  const step = useStore(carer, ({ steps }) => steps.find((one) => one.id === id));
  const typed = useTyped<AnswerValues>(id);
  const keeper = useKeeper<AnswerValues>(id);
  const [initial] = useState(() => answersOf(step));
  const back = { job: own.job.id };
  const submit = async (values: AnswerValues, milliseconds: number) => {
    const names = Object.keys(values);
    const pick = (other: boolean) =>
      Object.fromEntries(names.filter((name) => name.endsWith('other') === other).map((name) => [name, values[name] ?? null]));
    const body = {
      projectKey: asked.key,
      originalData: pick(false),
      processData: pick(true),
      completeTime: milliseconds,
      ...browserOf(navigator.userAgent),
      workOrderJobId: own.job.id,
    };
    keeper.drop();
    try {
      await record({ kind: 'answers', own, at: step?.at ?? null, bodyAt: () => body });
      void message.success('问卷已记录');
      wakeWhenOnline();
      void sync();
      goBack(back);
    } catch {
      keeper.put(values);
      void message.error('手机存储空间不足，未能保存，请清理后重试');
    }
  };
  return (
    <article className="c-paper">
      <Head title={asked.name} hint={`${own.oldmanName} · ${own.job.serverProjectName}`} back={back} />
      {step?.problem && <Alert type="error" showIcon role="alert" title={step.problem.text} />}
      {paper && !online && paper.projectItems.some(({ type }) => NEEDS_NETWORK.has(type)) && (
        <Alert type="warning" showIcon title="地区和地图题目需联网填写" />
      )}
      {paper ? (
        <section className="c-part">
          {paper.project.describe && <RichText value={paper.project.describe} className="c-about" />}
          <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
            {typed !== undefined && (
              <FillForm
                items={paper.projectItems}
                logics={paper.logics}
                initial={typed ?? initial}
                sending={false}
                submitLabel="保存"
                onPhone
                onDraft={keeper.put}
                onSubmit={(values, took) => void submit(values, took)}
              />
            )}
          </Suspense>
        </section>
      ) : (
        <Empty className="c-empty" description={online ? '问卷暂时读取不到，请稍后再试' : '手机上没有保存这份问卷，请联网后填写'} />
      )}
    </article>
  );
}
