/** 试算: what the rule that is being typed would have done in the last seven days. */
import { ExperimentOutlined } from '@ant-design/icons';
import { Alert, Button, Form } from 'antd';
import { useState } from 'react';
import { conditionRules } from '#contract/warnings/condition-rules.ts';
import { useSend } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { shortTime } from '#web/ui/display.ts';
import { ruleInput } from './condition-input.ts';

/** Told apart by their content: a result that no longer fits what is typed is not shown. */
const keyOf = (values: unknown) => JSON.stringify(values);

export function ConditionTrial() {
  const form = Form.useFormInstance();
  const values = Form.useWatch([], form) as Record<string, unknown> | undefined;
  const [tried, setTried] = useState<string | null>(null);
  const { mutate, data, isPending, error } = useSend(conditionRules.trial, { quiet: true });
  const input = ruleInput(values ?? {});
  const { every, groups, windows, scope, scopeIds, validMinutes } = input;
  const asked = { every, groups, windows, scope, scopeIds, validMinutes };
  const current = tried === keyOf(asked);
  return (
    <div className="w-trial">
      <Button
        icon={<ExperimentOutlined aria-hidden />}
        loading={isPending}
        onClick={() => {
          setTried(keyOf(asked));
          mutate(asked as never);
        }}
      >
        用最近7天的数据试算
      </Button>
      {current && error && <Alert type="error" showIcon title={error.message} />}
      {current && data && (
        <Alert
          type="info"
          showIcon
          title={`最近7天会触发 ${data.count} 次，涉及 ${data.people} 人`}
          description={
            <>
              <p>
                按 {data.calculated} 人的 {data.values} 条数据计算
                {data.calculated < data.total && `（共 ${data.total} 人，时间所限未全部计算）`}
              </p>
              {data.count > 0 && (
                <ul className="w-trial-days">
                  {data.days.map(({ day, count }) => (
                    <li key={day}>
                      {day.slice(5)}：{count} 次
                    </li>
                  ))}
                </ul>
              )}
              {data.top.length > 0 && (
                <p>
                  最多的：
                  {data.top.map(({ name, count, last }) => `${name} ${count} 次（最近 ${shortTime(last, serverNow())}）`).join('、')}
                </p>
              )}
            </>
          }
        />
      )}
    </div>
  );
}
