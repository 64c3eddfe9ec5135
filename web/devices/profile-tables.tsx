/** 报警码对照: what a model means by its codes, where it differs from its protocol. */
import { PlusOutlined } from '@ant-design/icons';
import { Button, InputNumber } from 'antd';
import { alarmCodes, plainMeaning, type CodedProtocol } from '#contract/devices/alarm-codes.rules.ts';
import { MOST_ALARMS } from '#contract/devices/device-profiles.ts';
import { mappedAlarms } from '#contract/devices/mappings.ts';
import { choices } from '#web/ui/inputs.tsx';
import { newKey, type AlarmLine } from './profile-drafts.ts';
import { Choice, Line, type Lines } from './profile-line.tsx';
import './integrations.css';

export function AlarmLines({ protocol, lines, problems, onChange }: Lines<AlarmLine> & { protocol: CodedProtocol }) {
  const { word, most } = alarmCodes[protocol];
  const change = (line: AlarmLine) => onChange(lines.map((one) => (one.key === line.key ? line : one)));
  return (
    <>
      {lines.length > 0 && (
        <ol className="d-map-fields" aria-label="报警码对照">
          {lines.map((line, index) => (
            <Line
              key={line.key}
              problem={line.code === null ? undefined : problems.get(line.key)}
              outcome={line.code === null ? undefined : `协议规定：${mappedAlarms[plainMeaning(protocol, line.code)]}`}
              removes={`第${index + 1}个${word}`}
              onRemove={() => onChange(lines.filter(({ key }) => key !== line.key))}
            >
              <label>
                <span>{word}</span>
                <InputNumber<number>
                  value={line.code}
                  min={0}
                  max={most}
                  precision={0}
                  placeholder={`0 至 ${most}`}
                  aria-label={`第${index + 1}个${word}`}
                  onChange={(code) => change({ ...line, code })}
                />
              </label>
              <Choice
                label="含义"
                name={`第${index + 1}个${word}的含义`}
                value={line.alarm}
                options={choices(mappedAlarms)}
                onChange={(alarm) => change({ ...line, alarm })}
              />
            </Line>
          ))}
        </ol>
      )}
      {lines.length < MOST_ALARMS && (
        <Button
          type="dashed"
          icon={<PlusOutlined aria-hidden />}
          onClick={() => onChange([...lines, { key: newKey(), code: null, alarm: 'other' }])}
        >
          添加{word}
        </Button>
      )}
    </>
  );
}
