/** The first steps of an institution that has just begun. */
import { CheckCircleFilled, RightOutlined } from '@ant-design/icons';
import { Link } from 'react-router';
import type { Figures, Reach } from './home-figures.tsx';

const STEPS: [keyof NonNullable<Figures['steps']>, string, string, string][] = [
  ['staff', '添加员工', '邀请同事，分配角色和部门', '/admin/user/index'],
  ['services', '配置服务项目', '工单从这里选择服务和价格', '/business/bccostproject'],
  ['people', '登记服务对象', '一位一位新增，或从表格导入', '/oldMan/index'],
  ['devices', '绑定设备', '腕表、床垫等，预警由此而来', '/device/index'],
];

/** The way in for an institution that has just begun; gone when all of it is done. */
export function Steps({ steps, reach }: { steps: NonNullable<Figures['steps']>; reach: Reach }) {
  const done = STEPS.filter(([name]) => steps[name]).length;
  if (done === STEPS.length) return null;
  return (
    <section className="y-first-steps" aria-label="开始使用">
      <header>
        <h2>四步开始使用</h2>
        <p>
          已完成 {done} / {STEPS.length}
        </p>
      </header>
      <ol>
        {STEPS.map(([name, title, note, path], at) => {
          const to = reach(path);
          const content = (
            <>
              <span className="y-first-steps-mark" aria-hidden>
                {steps[name] ? <CheckCircleFilled /> : at + 1}
              </span>
              <span>
                <b>{title}</b>
                <small>{steps[name] ? '已完成' : note}</small>
              </span>
              {to && !steps[name] && <RightOutlined aria-hidden />}
            </>
          );
          return (
            <li key={name} data-done={steps[name] || undefined}>
              {to ? <Link to={to}>{content}</Link> : <span>{content}</span>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
