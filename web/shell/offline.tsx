/** Says that the network is gone, or that news does not arrive, for as long as it is so. */
import { WifiOutlined } from '@ant-design/icons';
import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Whether the browser has a network. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine);

export function OfflineBanner() {
  const online = useOnline();
  return (
    <div role="status" className="y-offline" data-shown={!online || undefined}>
      {!online && (
        <>
          <WifiOutlined aria-hidden /> 网络已断开，恢复后会自动刷新数据；在此之前看到的可能不是最新情况。
        </>
      )}
    </div>
  );
}
