/** What a tenant uses of what it may, and what happened there in a day. */
import { Progress, Skeleton, Tag } from 'antd';
import { sourceLabels, tenants } from '#contract/tenants/tenants.ts';
import { useCall } from '#web/api/call.ts';
import { MISSING, thousands } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { RegionName } from '#web/ui/region-cascader.tsx';
import { bytes, ofMost, pressureOf, type Pressure } from './figures.ts';
import type { TenantRow } from './tenant-drawer.tsx';

const tones: Record<Pressure, string> = {
  ok: 'var(--ant-color-primary)',
  near: 'var(--ant-color-warning)',
  full: 'var(--ant-color-error)',
};

function Bar({ label, has, most, text }: { label: string; has: number; most: number | null; text: string }) {
  const pressure = pressureOf(has, most);
  const percent = most === null ? 0 : most === 0 ? 100 : Math.min(100, Math.round((has / most) * 100));
  return (
    <div className="t-bar">
      <div>
        <span>{label}</span>
        <strong>{text}</strong>
        {most === null ? (
          <Tag>不限</Tag>
        ) : (
          pressure !== 'ok' && <Tag color={pressure === 'full' ? 'error' : 'warning'}>{pressure === 'full' ? '已满' : '即将用满'}</Tag>
        )}
      </div>
      {most !== null && (
        <Progress percent={percent} showInfo={false} size="small" strokeColor={tones[pressure]} aria-label={`${label}已用${percent}%`} />
      )}
    </div>
  );
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

export default function TenantUsage({ row, onClose }: { row: TenantRow; onClose: () => void }) {
  const { data, error, refetch } = useCall(tenants.usage, { id: row.id }, { quiet: true });
  const day = [
    ['设备读数', data?.readings],
    ['预警', data?.warnings],
    ['工单', data?.workOrders],
    ['操作', data?.operations],
  ] as const;
  return (
    <SideDrawer title={row.name} open onClose={onClose} size="small">
      <div className="t-usage">
        {error && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
        {!data && !error && <Skeleton active paragraph={{ rows: 6 }} />}
        {data && (
          <>
            <section>
              <h3>用量与配额</h3>
              <Bar label="用户" has={data.users} most={row.usersMost} text={`${ofMost(data.users, row.usersMost)} 个`} />
              <Bar label="服务对象" has={data.people} most={row.peopleMost} text={`${ofMost(data.people, row.peopleMost)} 人`} />
              <Bar
                label="存储空间"
                has={data.storage}
                most={row.storageMost}
                text={row.storageMost === null ? bytes(data.storage) : `${bytes(data.storage)} / ${bytes(row.storageMost)}`}
              />
              <Bar label="设备" has={data.devices} most={null} text={`${thousands(data.devices)} 台`} />
            </section>
            <section>
              <h3>最近24小时</h3>
              <dl className="t-day">
                {day.map(([label, value]) => (
                  <Fact key={label} label={label}>
                    {thousands(value)}
                  </Fact>
                ))}
              </dl>
            </section>
          </>
        )}
        <section>
          <h3>基本信息</h3>
          <dl className="t-facts">
            <Fact label="编码">{row.code}</Fact>
            <Fact label="来源">{sourceLabels[row.source]}</Fact>
            <Fact label="地区">
              <RegionName code={row.regionCode} />
            </Fact>
            <Fact label="开始时间">{row.startTime}</Fact>
            <Fact label="到期时间">{row.endTime ?? '长期有效'}</Fact>
            <Fact label="创建时间">{row.createTime}</Fact>
            {row.status === '9' && <Fact label="冻结时间">{row.frozenTime ?? MISSING}</Fact>}
            {row.status === '9' && <Fact label="冻结原因">{row.frozenReason ?? MISSING}</Fact>}
          </dl>
        </section>
      </div>
    </SideDrawer>
  );
}
