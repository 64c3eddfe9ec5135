/** /device/map 设备地图: devices outdoors on the map, and who is where indoors on the plan of the house. */
import { useMay } from '#web/ui/may.ts';
import { house } from '#contract/rooms/house.ts';
import { DeviceMap } from '#web/devices/device-map.tsx';
import { HouseView } from '#web/rooms/house-view.tsx';
import { handleWarning } from '#web/warnings/alarm-state.ts';

export default function DeviceMapPage() {
  const may = useMay();
  return <DeviceMap indoors={may(house.read) ? <HouseView onWarning={handleWarning} /> : null} />;
}
