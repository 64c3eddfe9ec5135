/** The left end of a row: who, what is planned for her, and what can be done with her day. */
import { memo } from 'react';
import { Glyph } from './board-glyph.tsx';
import type { BoardStaff } from './board-data.ts';
import { durationText } from './board-time.ts';

interface Props {
  staff: BoardStaff;
  jobs: number;
  minutes: number;
  /** Pixels, where the line of time is not beside it in the same row. */
  height?: number;
  onPrint: (userId: number) => void;
}

export const Who = memo(function Who({ staff, jobs, minutes, height, onPrint }: Props) {
  const { id, name, departmentName, skills, dutyMinutes } = staff;
  const trained = skills.map(({ serverTypeName }) => serverTypeName).join('、');
  return (
    <div
      className="b-who"
      data-who={id}
      style={{ height }}
      title={[departmentName, trained && `技能：${trained}`].filter(Boolean).join('；')}
    >
      <b>{name}</b>
      <em className="b-fit" aria-live="off" />
      <span>{jobs ? `${jobs} 单 · ${durationText(minutes)}` : dutyMinutes > 0 ? '空闲' : '未排班'}</span>
      <button
        type="button"
        className="b-print-one"
        data-no-drag
        aria-label={`打印${name}的日程`}
        title="打印日程"
        onClick={() => onPrint(id)}
      >
        <Glyph name="print" />
      </button>
    </div>
  );
});
