/** Who and what: the facts of a warning, each with what one does with it. */
import { PhoneOutlined, UserOutlined } from '@ant-design/icons';
import { Avatar, Button } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { people } from '#contract/elderly/people.ts';
import { warningRecords } from '#contract/warnings/warning-records.ts';
import { isOpen } from '#contract/warnings/warnings.rules.ts';
import { dialLink } from '#web/api/dialling.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { MISSING, since } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { Flags } from '#web/ui/warning-tags.tsx';
import { Place } from '#web/ui/place.tsx';
import { Clips } from './clips.tsx';
import { SceneButtons } from './scene.tsx';
import { useStartCall } from './use-calling.ts';
import type { WarningRow } from './use-open-warnings.ts';

const VIDEO = 9;

/** Only addresses that a browser fetches: what a device sends is not ours. */
const safe = (url: string | null) => (url && /^(https?:\/\/|\/(?!\/))/.test(url) ? url : null);

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Content({ row }: { row: WarningRow }) {
  return (
    <>
      {row.warningContent || MISSING} <Clips warningId={row.id} expected={row.sourceType === VIDEO} />
    </>
  );
}

/** Dials, and says so to the server: the call belongs to the handling. Of a closed warning it is only a telephone. */
function Dial({ row, phone, contact, large = false }: { row: WarningRow; phone: string; contact: string; large?: boolean }) {
  const may = useMay();
  const start = useStartCall();
  const noted = isOpen(row.isDisposed) && may(warningRecords.startCall);
  return (
    <Button
      icon={<PhoneOutlined />}
      {...(large ? { size: 'large', className: 'w-dial' } : { size: 'small', type: 'link' })}
      aria-label={`拨打 ${phone}`}
      {...dialLink({ phone, name: contact, oldmanId: row.oldmanId, warningId: row.id }, () => {
        if (noted) start.mutate({ warningId: row.id, phone, contact: contact.slice(0, 20) });
      })}
    >
      拨打
    </Button>
  );
}

/** Whom to call of the family, in their order; not the one whose number stands above already. */
function Contacts({ row }: { row: WarningRow }) {
  const shown = row.contacts.filter(({ phone }) => phone !== null && phone !== row.mobile);
  return shown.map(({ name, phone, relation }, at) => (
    <Fact key={phone} label={at === 0 ? '紧急联系人' : `联系人${at + 1}`}>
      {name} {relation !== null && <DictionaryTag type="relation" value={relation} />}
      {/* A line of its own: the word for the relation comes late, and must not push it into one. */}
      <div>
        {phone} <Dial row={row} phone={phone as string} contact={name ?? '紧急联系人'} />
      </div>
    </Fact>
  ));
}

export function HandlingFacts({ row, onLeave }: { row: WarningRow; onLeave: () => void }) {
  const may = useMay();
  const now = useQuarterMinute();
  const device = [row.source, row.modelName, row.imei].filter(Boolean).join(' · ');
  const photo = safe(row.avatar);
  return (
    <section className="w-block" aria-label="预警信息">
      <div className="w-person">
        <Avatar size={52} {...(photo ? { src: photo, alt: '' } : { icon: <UserOutlined /> })} />
        <div>
          <p>
            <b>{row.name}</b>
            {row.oldmanId !== null && may(people.get) && (
              <Link to={`/oldMan/detail?id=${row.oldmanId}&tabid=basic&isview=true`} onClick={onLeave}>
                查看档案
              </Link>
            )}
            {row.oldmanId === null && (
              <span className="w-faint">{row.residents ? `住在此处：${row.residents}` : '该设备尚未绑定服务对象'}</span>
            )}
          </p>
          <Flags flags={row.flags} />
        </div>
        {row.mobile && (
          <Dial row={row} phone={row.mobile} contact={row.mobile === row.contactPhone ? (row.contactName ?? row.name) : row.name} large />
        )}
      </div>
      <dl className="w-facts">
        <Fact label="联系电话">{row.mobile ?? '未登记电话'}</Fact>
        <Contacts row={row} />
        <Fact label="预警房间">
          {row.roomName === null ? '未登记房间' : <Place place={row.roomName} />} <SceneButtons warningId={row.id} />
        </Fact>
        <Fact label="预警内容" wide={row.sourceType === VIDEO}>
          <Content row={row} />
        </Fact>
        {row.lastValue !== null && (
          <Fact label="最近值">
            <b>{row.lastValue}</b> {row.limitValue !== null && <span className="w-faint">界限 {row.limitValue}</span>}
          </Fact>
        )}
        {row.clearTime !== null && (
          <Fact label="恢复时间">
            {row.clearTime} <span className="w-faint">{since(row.clearTime, now)}</span>
          </Fact>
        )}
        <Fact label="异常时间">
          {row.dataHappenTime} <span className="w-faint">{since(row.dataHappenTime, now)}</span>
        </Fact>
        <Fact label="预警来源" wide>
          {device || MISSING}
        </Fact>
      </dl>
    </section>
  );
}
