/** The first steps of an institution that has just begun. */
import { CheckCircleFilled, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { steps as names, type Step } from '#contract/screens/home.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import type { Figures, Reach } from './home-figures.tsx';

/** `form`: the link opens the form itself, and saving it leads back here. */
const STEPS: Record<Exclude<Step, 'trial'>, { title: string; note: string; path: string; form: boolean }> = {
  beds: { title: '楼栋和床位', note: '按楼栋、楼层、房间建立床位', path: '/business/bcroom/index', form: true },
  departments: { title: '部门', note: '员工和服务对象按部门管理', path: '/admin/dept/index', form: true },
  staff: { title: '员工', note: '开通账号，分配角色和部门', path: '/admin/user/index', form: true },
  duties: { title: '排班', note: '预警先通知当班的人', path: '/warning/duty', form: true },
  services: { title: '服务项目', note: '工单从这里选择服务和价格', path: '/business/bccostproject', form: true },
  people: { title: '登记服务对象', note: '一位一位新增，或从表格导入', path: '/oldMan/index', form: true },
  devices: { title: '绑定设备', note: '腕表、床垫等，预警由此而来', path: '/device/index', form: true },
  policies: { title: '通知方式', note: '什么预警通知谁，没人处理再通知谁', path: '/warning/policy', form: true },
};

const Trial = lazyPart(() => import('./trial.tsx'));

type Done = NonNullable<Figures['steps']>;

/** The number of a step, or that it is done, and what it is. */
function Content({ at, title, note, done }: { at: number; title: string; note: string; done: boolean }) {
  return (
    <>
      <span className="y-first-steps-mark" aria-hidden>
        {done ? <CheckCircleFilled /> : at + 1}
      </span>
      <span>
        <b>{title}</b>
        <small>{done ? '已完成' : note}</small>
      </span>
    </>
  );
}

function SetUp({ name, at, done, reach }: { name: Exclude<Step, 'trial'>; at: number; done: boolean; reach: Reach }) {
  const { title, note, path, form } = STEPS[name];
  const there = reach(path);
  const to = there && form && !done ? `${there}?add=home` : there;
  const content = <Content at={at} title={title} note={note} done={done} />;
  return to ? (
    <Link to={to}>
      {content}
      {!done && <RightOutlined aria-hidden />}
    </Link>
  ) : (
    <span>{content}</span>
  );
}

/** The way in for an institution that has just begun; gone when all of it is done. */
export function Steps({ steps, reach }: { steps: Done; reach: Reach }) {
  const [trying, setTrying] = useState(false);
  const done = names.filter((name) => steps[name]).length;
  const complete = done === names.length;
  if (complete && !trying) return null;
  return (
    <section className="y-first-steps" aria-label="开始使用">
      <header>
        <h2>开始使用</h2>
        <p role="status">{complete ? '全部完成：呼叫已有人响应，可以开始使用了' : `已完成 ${done} / ${names.length}`}</p>
        {complete && (
          <Button size="small" onClick={() => setTrying(false)}>
            知道了
          </Button>
        )}
      </header>
      <ol>
        {names.map((name, at) => (
          <li key={name} data-done={steps[name] || undefined}>
            {name !== 'trial' ? (
              <SetUp name={name} at={at} done={steps[name]} reach={reach} />
            ) : steps.trial || !steps.devices ? (
              <span>
                <Content at={at} title="试一次呼叫" note="绑定设备后，按一次SOS键看看谁会收到" done={steps.trial} />
              </span>
            ) : (
              <button type="button" aria-expanded={trying} onClick={() => setTrying(!trying)}>
                <Content at={at} title="试一次呼叫" note="按一次SOS键，一键派人" done={false} />
                <RightOutlined aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ol>
      {trying && !complete && (
        <Suspense fallback={null}>
          <Trial onClose={() => setTrying(false)} />
        </Suspense>
      )}
    </section>
  );
}
