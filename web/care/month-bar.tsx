/** The month of a sheet, one back or forward, and its printing. */
import { LeftOutlined, PrinterOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { dayOf, nextDay } from '#contract/time.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import './charts.css';

/** The month `yyyy-MM` before or after. */
const other = (month: string, by: -1 | 1) => nextDay(by === 1 ? `${month}-28` : `${month}-01`, by === 1 ? 7 : -1).slice(0, 7);

/** The month that runs. */
export const useThisMonth = () => dayOf(useQuarterMinute()).slice(0, 7);

export function MonthBar({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  const now = useThisMonth();
  return (
    <div className="ca-chart-bar y-no-print">
      <Button icon={<LeftOutlined aria-hidden />} onClick={() => onChange(other(month, -1))}>
        上月
      </Button>
      <b>{month}</b>
      <Button icon={<RightOutlined aria-hidden />} iconPlacement="end" disabled={month >= now} onClick={() => onChange(other(month, 1))}>
        下月
      </Button>
      <Button icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
        打印
      </Button>
    </div>
  );
}
