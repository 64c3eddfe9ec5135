/** What a package was, version by version: orders keep what was sold. */
import { Alert, Skeleton, Tag } from 'antd';
import { packages } from '#contract/subscriptions/packages.ts';
import { useCall } from '#web/api/call.ts';
import { yuan } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { limitsOf } from './order-tags.tsx';
import './subscriptions.css';
import './platform.css';

export function PackageVersions({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const { data, error } = useCall(packages.versions, { id }, { quiet: true, staleTime: 0 });
  return (
    <SideDrawer title={`${name}的版本`} open onClose={onClose} size="small">
      {error && <Alert type="error" showIcon title={error.message} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 8 }} />}
      <ol className="sub-versions">
        {data?.map(({ version, content, changedName, createTime }) => (
          <li key={version}>
            <header>
              <b>第 {version} 版</b>
              <Tag color={content.open ? 'success' : 'default'}>{content.open ? '在售' : '下架'}</Tag>
              <time>{createTime}</time>
              <span>{changedName ?? '系统'}</span>
            </header>
            <p>
              {content.packageName}（{content.packageCode}）{content.description && `：${content.description}`}
            </p>
            <p>
              {limitsOf(content)
                .map(([label, text]) => `${label} ${text}`)
                .join('，')}
              ；功能 {content.menus === null ? '全部' : `${content.menus.length} 项`}
            </p>
            <ul>
              {content.items.map(({ sku, timeNum, price, open }) => (
                <li key={sku}>
                  {sku}　{timeNum}天　{yuan(price)}
                  {!open && '（停售）'}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </SideDrawer>
  );
}
