/** /health/sheet?id=&first=: a week of temperature, pulse and breathing on one page, to look at and to print. */
import { LeftOutlined, PrinterOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useSearchParams } from 'react-router';
import { people } from '#contract/elderly/people.ts';
import { mondayOf } from '#contract/health/temperature-sheets.rules.ts';
import { vitals } from '#contract/health/vitals.ts';
import { useCall } from '#web/api/call.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { ageText, bedText, genderText } from '#web/elderly/person-tags.tsx';
import { go } from '#web/shell/go.ts';
import { useTabLabel } from '#web/shell/tab-context.ts';
import { Day } from '#web/ui/day.tsx';
import { formatTime, toMillis } from '#web/ui/display.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { HEALTH, healthAddress } from '#web/shell/addresses.ts';
import { SheetDrawing } from './sheet-drawing.tsx';
import './health.css';
import './sheet.css';

const WEEK_MS = 7 * 86_400_000;

export default function TemperatureSheet() {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get('id'));
  const known = Number.isSafeInteger(id) && id > 0;
  const today = formatTime(useQuarterMinute(), 'yyyy-MM-dd');
  const asked = params.get('first') ?? today;
  const first = mondayOf(/^\d{4}-\d{2}-\d{2}$/.test(asked) && !Number.isNaN(toMillis(asked)) ? asked : today);
  const person = useCall(people.get, { id, masked: true }, { enabled: known, quiet: true });
  const sheet = useCall(vitals.sheet, { oldmanId: id, first }, { enabled: known, quiet: true });
  useTabLabel(person.data && `${person.data.userName}的体温单`);
  if (!known || (person.isError && (!person.data || person.error.status === 404)))
    return <MissingPage error={person.error} noun="服务对象" back={HEALTH} onRetry={() => void person.refetch()} />;
  const show = (day: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.set('first', day);
        return next;
      },
      { replace: true },
    );
  const move = (weeks: number) => show(formatTime(toMillis(`${first} 00:00:00`) + weeks * WEEK_MS, 'yyyy-MM-dd'));
  const last = first >= mondayOf(today);
  return (
    <div className="h-page h-panel h-sheet y-prints-alone">
      <div className="h-bar y-no-print">
        <Button icon={<LeftOutlined aria-hidden />} onClick={() => move(-1)}>
          上一周
        </Button>
        <div className="h-day">
          <Day value={first} onChange={(day) => day && show(mondayOf(day))} notAfter={today} />
        </div>
        <Button icon={<RightOutlined aria-hidden />} iconPlacement="end" disabled={last} onClick={() => move(1)}>
          下一周
        </Button>
        <span className="h-space" />
        <Button onClick={() => go(healthAddress(id))}>健康详情</Button>
        <Button type="primary" icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
          打印
        </Button>
      </div>
      {sheet.isError && <LoadFailed title={sheet.error.message} onAgain={() => void sheet.refetch()} />}
      {person.data && sheet.data ? (
        <div className="hs-paper">
          <SheetDrawing
            first={first}
            values={sheet.data.map(({ time, ...value }) => ({ ...value, at: toMillis(time) }))}
            title={`体 温 单　　${person.data.userName}　${genderText(person.data.gender)}　${ageText(person.data.age)}　${bedText(person.data)}`}
          />
        </div>
      ) : (
        !sheet.isError && <Skeleton active paragraph={{ rows: 14 }} />
      )}
    </div>
  );
}
