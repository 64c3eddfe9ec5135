/** /health/threshold 健康阈值: the institution's limits for everybody who has none of their own. */
import { ExpectationTable } from './expectation-table.tsx';
import { ThresholdTable } from './threshold-table.tsx';

export default function Thresholds() {
  return (
    <section className="h-page h-panel" aria-label="机构健康阈值">
      <p className="h-hint">未单独设置的服务对象按下列阈值判断；个人阈值在其健康页设置，优先于机构阈值。判定次数和回差同样适用于预警。</p>
      <ThresholdTable personId={null} />
      <h2 className="h-title">测量要求</h2>
      <p className="h-hint">
        在院的服务对象超过间隔没有数据时，健康总览显示“缺测”；请假和住院的不计。机构或个人设置过的要求还会产生缺测预警，07:00–21:00
        提醒，勾选“夜间也要求”的随时提醒。
      </p>
      <ExpectationTable personId={null} />
    </section>
  );
}
