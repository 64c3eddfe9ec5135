/** /myiframe/{routerPath}?src=…: a page of somebody else, where the institution's list of allowed sites lets it in. */
import { Button, Result, Skeleton } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { embeddable, IFRAME_ALLOW } from '#contract/system/embedded.rules.ts';
import { embedded } from '#contract/system/embedded.ts';
import { parameters } from '#contract/system/parameters.ts';
import { useCall } from '#web/api/call.ts';
import { useCurrentUser } from './current-user.ts';
import { useTab, useTabLabel } from './tab-context.ts';
import './embedded.css';

export default function Embedded() {
  const [params] = useSearchParams();
  const { close } = useTab();
  const tenant = useCurrentUser()?.sysUser.tenantId;
  const list = useCall(parameters.publicValue, { key: IFRAME_ALLOW }, { quiet: true });
  const [loaded, setLoaded] = useState<string | null>(null);
  const src = params.get('src') ?? '';
  const address = embeddable(src, list.data);
  useTabLabel(params.get('title'));

  if (list.isPending || !tenant) return <Skeleton active className="y-page-loading" paragraph={{ rows: 8 }} />;
  if (list.isError)
    return (
      <Result
        status="warning"
        title="暂时读取不到允许内嵌的网站"
        extra={
          <Button type="primary" onClick={() => void list.refetch()}>
            重试
          </Button>
        }
      />
    );
  if (!address)
    return (
      <Result
        status="403"
        title="不能打开这个页面"
        subTitle={src === '' ? '没有给出页面地址。' : '该地址不在允许内嵌的网站中。如需使用，请联系机构管理员在“参数管理”里添加。'}
        extra={<Button onClick={close}>关闭</Button>}
      >
        {src !== '' && <p className="y-embedded-address">{src.slice(0, 200)}</p>}
      </Result>
    );
  return (
    <div className="y-embedded">
      {loaded !== address && <Skeleton active className="y-page-loading" paragraph={{ rows: 8 }} />}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the frame's document has the sandbox, and no script of its own */}
      <iframe
        title={new URL(address).host}
        src={`${embedded.frame.path}?${new URLSearchParams({ tenant: String(tenant), src: address })}`}
        onLoad={() => setLoaded(address)}
        data-loaded={loaded === address || undefined}
      />
    </div>
  );
}
