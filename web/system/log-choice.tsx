/** Which log the page shows: what was done, which is evidence, or what went wrong in browsers, which is not. */
import { Segmented } from 'antd';
import { useSearchParams } from 'react-router';

const LOGS = [
  { value: '', label: '操作记录' },
  { value: 'errors', label: '错误日志' },
];

/** `errors` or ''; kept in the address. The search of one log means nothing in the other. */
export function useLogChoice(): [string, (log: string) => void] {
  const [params, setParams] = useSearchParams();
  return [params.get('log') === 'errors' ? 'errors' : '', (log) => setParams(log ? { log } : {}, { replace: true })];
}

export function LogChoice() {
  const [log, choose] = useLogChoice();
  return <Segmented options={LOGS} value={log} onChange={choose} aria-label="日志" />;
}
