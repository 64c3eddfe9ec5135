/** What is known of a place: its beacons and access points; a beacon is entered by its address. */
import { Alert, Button, Empty, Input, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { indoorPlaces } from '#contract/devices/indoor-places.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { useMay } from '#web/ui/may.ts';
import { placeName, type IndoorRow } from './indoor-rows.ts';

const changes = [indoorPlaces.page, indoorPlaces.points, indoorPlaces.test];

function AddBeacon({ id }: { id: number }) {
  const [text, setText] = useState('');
  const add = useSend(indoorPlaces.addBeacon, { changes, onSuccess: (_data, sent) => setText((now) => (now === sent.mac ? '' : now)) });
  const submit = () => text.trim() && !add.isPending && add.mutate({ id, mac: text });
  return (
    <div className="d-beacon-add">
      <Input
        aria-label="信标MAC地址"
        placeholder="扫描或输入信标背面的MAC，如 AC:23:3F:A1:00:01"
        maxLength={30}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onPressEnter={submit}
      />
      <Button type="primary" loading={add.isPending} disabled={text.trim() === ''} onClick={submit}>
        登记信标
      </Button>
    </div>
  );
}

export function IndoorPoints({ place, onClose }: { place: IndoorRow; onClose: () => void }) {
  const may = useMay()(indoorPlaces.addBeacon);
  const { data, isError } = useCall(indoorPlaces.points, { id: place.id }, { quiet: true });
  const remove = useSend(indoorPlaces.removePoint, { changes });
  return (
    <SideDrawer title={`${placeName(place)}的信号`} open size="small" onClose={onClose}>
      {may && <AddBeacon id={place.id} />}
      {isError && <Alert type="warning" showIcon title="暂时读取不到" />}
      {!data && !isError && <Skeleton active />}
      {data?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有采集，也没有登记信标" />}
      <ul className="d-heard">
        {data?.map(({ mac, beacon, installed, rssi, samples, carried }) => (
          <li key={mac} data-unused={carried || undefined}>
            <code>{mac.toUpperCase()}</code>
            <Tag color={installed ? 'success' : beacon ? 'processing' : 'default'}>
              {installed ? '信标，装在这里' : beacon ? '信标' : 'Wi-Fi'}
            </Tag>
            <span className="d-heard-figure">{rssi === null ? '' : `${Math.round(rssi)} dBm`}</span>
            <span className="d-heard-note">
              {carried ? '在多个楼层都很强，可能是随身热点，不采用' : samples > 0 ? `采集 ${samples} 次` : ''}
            </span>
            {may && (
              <Confirm title="移除这个信号？" okText="移除" cancelText="取消" onConfirm={() => remove.mutate({ id: place.id, mac })}>
                <Button type="link" size="small" danger>
                  移除
                </Button>
              </Confirm>
            )}
          </li>
        ))}
      </ul>
    </SideDrawer>
  );
}
