/** The doors of a resident: which they open, which they have just lost, and a code for the one they live behind. */
import { KeyOutlined } from '@ant-design/icons';
import { Button, Modal, Tag } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { lockMembers } from '#contract/devices/lock-members.ts';
import { lockPasscodes } from '#contract/devices/lock-passcodes.ts';
import { locks } from '#contract/devices/locks.ts';
import type { Output } from '#contract/http.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { OnceShown, type OnceShownFacts } from '#web/tenants/once-shown.tsx';
import { useMay } from '#web/ui/may.ts';
import { deviceAddress } from '#web/shell/addresses.ts';
import { Place } from '#web/ui/place.tsx';
import './locks.css';

type Door = Output<typeof lockMembers.ofPerson>[number];

/** What the door is to them now, in a few words. */
function DoorState({ door: { livesThere, memberId, codes, waiting, toForget, provider, endReason } }: { door: Door }) {
  return (
    <>
      {memberId !== null && codes > 0 && <Tag color="success">密码 {codes} 个</Tag>}
      {livesThere && codes === 0 && <Tag>还没有密码</Tag>}
      {!livesThere && memberId === null && <Tag color="default">{endReason ? `已收回：${endReason}` : '已收回'}</Tag>}
      {waiting > 0 && <Tag color="processing">{provider === 'manual' ? '待到门锁上设置' : '正在下发到门锁'}</Tag>}
      {toForget > 0 && (
        <Tag color="warning">{provider === 'manual' ? `还要到门锁上删除 ${toForget} 个密码` : `正在从门锁删除 ${toForget} 个密码`}</Tag>
      )}
    </>
  );
}

/** `name` is the resident's. Nothing while there are no doors. */
function Doors({ oldmanId, name, doors }: { oldmanId: number; name: string; doors: readonly Door[] }) {
  const may = useMay()(lockPasscodes.ofResident);
  const [shown, setShown] = useState<OnceShownFacts | null>(null);
  const make = useSend(lockPasscodes.ofResident, {
    changes: [lockMembers.ofPerson, lockMembers.page, lockPasscodes.page, locks.page, locks.get],
    onSuccess({ code }, { deviceId }) {
      const door = doors.find((one) => one.deviceId === deviceId);
      setShown({
        title: '门锁密码已生成',
        note:
          door?.provider === 'manual'
            ? '密码只显示这一次。请到门锁上设置好，再到门锁的密码列表点“确认已设置”。'
            : '密码只显示这一次，系统正在下发到门锁，生效后状态变为“生效中”。',
        lines: [
          ['门锁', door?.lockName ?? ''],
          ['使用人', name],
          ['有效期', '住在该房间期间'],
          ['密码', code],
        ],
      });
    },
  });
  return (
    <>
      <ul className="d-doors">
        {doors.map((door) => (
          <li key={door.deviceId}>
            <span>
              <Link to={deviceAddress(door.deviceId)}>{door.lockName}</Link> <Place place={door.roomName} />
            </span>
            <span>
              <DoorState door={door} />
            </span>
            {may && door.livesThere && door.codes === 0 && (
              <Button
                size="small"
                type="primary"
                icon={<KeyOutlined aria-hidden />}
                loading={make.isPending}
                onClick={() => make.mutate({ deviceId: door.deviceId, oldmanId })}
              >
                生成密码
              </Button>
            )}
          </li>
        ))}
      </ul>
      {shown && <OnceShown facts={shown} onClose={() => setShown(null)} />}
    </>
  );
}

const useDoors = (oldmanId: number) => {
  const may = useMay()(lockMembers.ofPerson);
  return useCall(lockMembers.ofPerson, { oldmanId }, { quiet: true, enabled: may, staleTime: 0 }).data ?? [];
};

/** A part of the resident's page; nothing where there is no door to speak of. */
export function PersonDoors({ oldmanId, name }: { oldmanId: number; name: string }) {
  const doors = useDoors(oldmanId);
  if (doors.length === 0) return null;
  return (
    <section className="d-person-doors" aria-label="门锁">
      <h3>门锁</h3>
      <Doors oldmanId={oldmanId} name={name} doors={doors} />
    </section>
  );
}

/**
 * After a person has moved: what became of their codes, and one for the new door. Opens when
 * codes have ended by it, or the new door has none of theirs.
 */
export function MovedDoors({
  oldmanId,
  name,
  endedCodes,
  onClose,
}: {
  oldmanId: number;
  name: string;
  endedCodes: number;
  onClose: () => void;
}) {
  const doors = useDoors(oldmanId).filter(({ livesThere, endTime, toForget }) => livesThere || endTime !== null || toForget > 0);
  const [told, setTold] = useState(false);
  if (!told && doors.some(({ livesThere, codes }) => (livesThere ? codes === 0 : endedCodes > 0))) setTold(true);
  if (!told) return null;
  return (
    <Modal
      open
      centered
      width={560}
      title={`${name}的门锁密码`}
      footer={
        <Button type="primary" onClick={onClose}>
          知道了
        </Button>
      }
      onCancel={onClose}
    >
      <p className="d-doors-note">离开房间后，原房间门锁的密码自动撤销，搬回来也不会恢复；现在的房间有门锁的，可以在这里生成新密码。</p>
      <Doors oldmanId={oldmanId} name={name} doors={doors} />
    </Modal>
  );
}
