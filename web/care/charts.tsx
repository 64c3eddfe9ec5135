/** /care/chart 记录单: `?id=&kind=&first=&last=`: the chart of a person, to look at and to print on A4. */
import { Empty, Form } from 'antd';
import { useSearchParams } from 'react-router';
import { chartKindNames, charts, type ChartKind } from '#contract/care/care-charts.rules.ts';
import { people } from '#contract/elderly/people.ts';
import { instantOf } from '#contract/time.ts';
import { useCall } from '#web/api/call.ts';
import { ageText, bedText, genderText } from '#web/elderly/person-tags.tsx';
import { PEOPLE } from '#web/shell/addresses.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { formatTime } from '#web/ui/display.ts';
import { PersonPicker } from '#web/ui/person-picker.tsx';
import { PickField } from '#web/ui/pick-field.tsx';
import { ChartOf } from './chart.tsx';
import { ChartBar, usualSpan } from './person-charts.tsx';
import './charts.css';

const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(instantOf(text));

export default function Charts() {
  const [params, setParams] = useSearchParams();
  const now = useQuarterMinute();
  const tenantName = useCurrentUser()?.sysUser.tenantName ?? '';
  const id = Number(params.get('id'));
  const known = Number.isSafeInteger(id) && id > 0;
  const kind = chartKindNames.find((name) => name === params.get('kind')) ?? 'turn';
  const [first, last] = [params.get('first'), params.get('last')];
  const span = isDay(first) && isDay(last) && first <= last ? ([first, last] as const) : usualSpan(now);
  const person = useCall(people.get, { id, masked: true }, { enabled: known, quiet: true });
  const set = (values: Readonly<Record<string, string>>) =>
    setParams((before) => new URLSearchParams({ ...Object.fromEntries(before), ...values }), { replace: true });
  if (known && person.isError && !person.data)
    return <MissingPage error={person.error} noun="服务对象" back={PEOPLE} onRetry={() => void person.refetch()} />;
  return (
    <div className="ca-charts y-prints-alone">
      <Form layout="inline" className="y-no-print">
        <Form.Item label="服务对象">
          <PickField
            text={person.data?.userName ?? ''}
            placeholder="选择服务对象"
            renderList={(list) => <PersonPicker {...list} onPick={(chosen) => set({ id: String(chosen.id) })} />}
          />
        </Form.Item>
      </Form>
      {!known && <Empty description="请选择服务对象" />}
      {known && (
        <>
          <ChartBar
            personId={id}
            kind={kind}
            span={span}
            onKind={(chosen: ChartKind) => set({ kind: chosen })}
            onSpan={([from, to]) => set({ first: from, last: to })}
            onPrint={() => print()}
          />
          <article className="ca-paper">
            <h1>{charts[kind].label}</h1>
            {person.data && (
              <p>
                {[tenantName, person.data.userName, genderText(person.data.gender), ageText(person.data.age)].join('　')}
                {`　${bedText(person.data)}　${span[0]} 至 ${span[1]}`}
              </p>
            )}
            <ChartOf personId={id} kind={kind} span={span} />
            <footer>
              <span>责任护士签名：　　　　　　　　护士长签名：</span>
              <span>打印时间 {formatTime(now, 'yyyy-MM-dd HH:mm')}</span>
            </footer>
          </article>
        </>
      )}
    </div>
  );
}
