/** The five steps after a person was registered, each with what is there already and one act in place. */
import { CheckCircleFilled } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import { useState } from 'react';
import { devices } from '#contract/devices/devices.ts';
import { personContacts } from '#contract/elderly/person-contacts.ts';
import { personPackages } from '#contract/elderly/person-packages.ts';
import { ruleInWords } from '#contract/work-orders/work-order-plans.rules.ts';
import { workOrderPlans } from '#contract/work-orders/work-order-plans.ts';
import { useCall } from '#web/api/call.ts';
import type { PersonRow } from '#web/elderly/person-basic.tsx';
import { personAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { useTab } from '#web/shell/tab-context.ts';
import { useMay } from '#web/ui/may.ts';
import { useActDialogs, useActs, type Act } from './acts.tsx';
import './register.css';

interface Step {
  act: Act;
  title: string;
  /** What the person has of it; null: nothing yet, undefined: not read yet. */
  has: string | null | undefined;
  hint: string;
}

const HOME_CARE = 2;
const some = (texts: readonly string[]) => (texts.length === 0 ? null : texts.join('、'));

/** The steps that this user may see, with what the person has. */
function useSteps(person: PersonRow): Step[] {
  const may = useMay();
  const { id } = person;
  const quiet = { quiet: true } as const;
  const worn = useCall(devices.page, { oldmanId: id, current: 1, size: 10 }, { ...quiet, enabled: may(devices.page) });
  const family = useCall(personContacts.ofPerson, { oldmanId: id }, { ...quiet, enabled: may(personContacts.ofPerson) });
  const held = useCall(personPackages.ofPerson, { id }, { ...quiet, enabled: may(personPackages.ofPerson) });
  const plans = useCall(workOrderPlans.page, { oldmanId: id, current: 1, size: 10 }, { ...quiet, enabled: may(workOrderPlans.page) });
  return [
    {
      act: 'bed',
      title: '床位',
      has: person.place ?? (person.serviceType === HOME_CARE ? '居家养老，无需床位' : null),
      hint: '从空闲床位中选择',
    },
    {
      act: 'device',
      title: '设备',
      has: worn.data && some(worn.data.records.map(({ name, imei }) => name ?? imei)),
      hint: '扫描或输入腕表、床垫的编号',
    },
    {
      act: 'contacts',
      title: '联系人',
      has: family.data && some(family.data.contacts.map(({ name, phone }) => name ?? phone ?? '')),
      hint: '报警时按顺序联系的家属',
    },
    { act: 'package', title: '服务包', has: held.data && some(held.data.map(({ packageName }) => packageName)), hint: '按次数使用的服务' },
    {
      act: 'plan',
      title: '照护计划',
      has: plans.data && some(plans.data.records.map((plan) => `${plan.name}（${ruleInWords(plan)}）`)),
      hint: '按周期自动生成工单',
    },
  ];
}

export function RegisterSteps({ person }: { person: PersonRow }) {
  const { close } = useTab();
  const acts = useActs(person);
  const steps = useSteps(person).filter(({ act, has }) => typeof has === 'string' || acts.some((one) => one.act === act));
  const [ask, dialogs] = useActDialogs(person);
  const [skipped, setSkipped] = useState<readonly Act[]>([]);
  const done = steps.filter(({ has }) => typeof has === 'string').length;
  const current = steps.find(({ act, has }) => has === null && !skipped.includes(act))?.act;
  const leave = () => {
    close();
    go(personAddress(person.id));
  };
  return (
    <section className="y-page-card" aria-label={`${person.userName}的登记`}>
      <header className="p-register-head">
        <h2>{person.userName} 已登记</h2>
        <p>以下几步可以现在完成，也可以以后在档案中继续。</p>
        <Progress
          percent={steps.length === 0 ? 100 : Math.round((done / steps.length) * 100)}
          format={() => `已完成 ${done} / ${steps.length}`}
          aria-label={`已完成${done}步，共${steps.length}步`}
        />
      </header>
      <ol className="p-register">
        {steps.map(({ act, title, has, hint }, at) => {
          const button = acts.find((one) => one.act === act);
          const isNow = act === current;
          return (
            <li key={act} aria-current={isNow ? 'step' : undefined} data-done={typeof has === 'string' || undefined}>
              <span className="p-register-mark" aria-hidden>
                {typeof has === 'string' ? <CheckCircleFilled /> : at + 1}
              </span>
              <div>
                <h3>{title}</h3>
                <p>{has ?? (skipped.includes(act) ? '已跳过，可随时补上' : hint)}</p>
              </div>
              {button && (
                <Button type={isNow ? 'primary' : 'default'} icon={button.icon} onClick={() => ask(act)}>
                  {button.label}
                </Button>
              )}
              {isNow && (
                <Button type="text" aria-label={`跳过${title}`} onClick={() => setSkipped([...skipped, act])}>
                  跳过
                </Button>
              )}
            </li>
          );
        })}
      </ol>
      <footer className="p-foot">
        <Button type={current === undefined ? 'primary' : 'default'} onClick={leave}>
          完成，查看档案
        </Button>
      </footer>
      {dialogs}
    </section>
  );
}
