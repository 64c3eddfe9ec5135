/** 登记不良事件: begins an incident from a row of another area, for who may. */
import { MedicineBoxOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { incidents } from '#contract/incidents/incidents.ts';
import { useMay } from '#web/ui/may.ts';
import { newIncidentAddress } from './addresses.ts';
import { go } from './go.ts';

interface Props {
  from: Parameters<typeof newIncidentAddress>[0];
  /** What else is to be done, such as closing the drawer. */
  onGo?: () => void;
}

export function ToIncident({ from, onGo }: Props) {
  const may = useMay();
  if (!may(incidents.create)) return null;
  const leave = () => {
    onGo?.();
    go(newIncidentAddress(from));
  };
  return (
    <Button icon={<MedicineBoxOutlined aria-hidden />} onClick={leave}>
      登记不良事件
    </Button>
  );
}
