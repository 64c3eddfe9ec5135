/** 设备: doors that a person may open, what they wear, and where they have been. */
import { lastSeen } from '#contract/devices/last-seen.ts';
import { Stays } from '#web/devices/device-stays.tsx';
import { PersonDoors } from '#web/devices/person-doors.tsx';
import { useMay } from '#web/ui/may.ts';
import { PersonDevices } from './person-devices.tsx';
import './person.css';

export function DeviceTab({ personId, name }: { personId: number; name: string }) {
  const may = useMay();
  return (
    <>
      <PersonDoors oldmanId={personId} name={name} />
      <PersonDevices personId={personId} />
      {may(lastSeen.stays) && (
        <>
          <h3 className="p-stays">去过的位置</h3>
          <Stays oldmanId={personId} />
        </>
      )}
    </>
  );
}
