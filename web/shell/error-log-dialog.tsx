/** What went wrong in this browser, over the whole window: sent to the server, or cleared. */
import { App, Button, Modal, Table } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorKinds, errorLogs as logRoutes } from '#contract/system/error-logs.ts';
import { useSend } from '#web/api/call.ts';
import { clearErrorLogs, errorLogs, type ErrorLog } from '#web/api/error-logs.ts';
import { showMessage } from '#web/api/messages.ts';
import { useMay } from '#web/ui/may.ts';
import type { DialogProps } from './dialogs.ts';
import './error-log-dialog.css';

const SIZES = [10, 20, 50];

const columns = [
  { title: '类型', dataIndex: 'type', width: 100, render: (type: string) => errorKinds[type] ?? type },
  { title: '地址', dataIndex: 'url', width: 190 },
  { title: '内容', dataIndex: 'message', width: 320 },
  { title: '错误堆栈', dataIndex: 'stack', render: (stack: string) => <pre className="y-error-stack">{stack}</pre> },
  { title: '时间', dataIndex: 'time', width: 180 },
];

export default function ErrorLogDialog({ open, onClose }: DialogProps) {
  const { modal } = App.useApp();
  const may = useMay();
  const [logs, setLogs] = useState(errorLogs);
  const clear = (text: string) => {
    clearErrorLogs();
    setLogs([]);
    showMessage('success', text);
  };
  const upload = useSend(logRoutes.record, { onSuccess: () => clear('发送成功') });
  const ask = () =>
    modal.confirm({
      title: '清空本地日志',
      content: `是否清空本机保存的 ${logs.length} 条错误日志？清空后不能恢复。`,
      okText: '清空',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: () => clear('清除成功'),
    });
  const empty = logs.length === 0;
  return (
    <Modal
      title={`错误日志（${logs.length}）`}
      open={open}
      onCancel={onClose}
      afterOpenChange={(shown) => shown && setLogs(errorLogs())}
      width="100vw"
      centered
      className="y-full-dialog"
      footer={[
        may(logRoutes.page) && (
          <Link key="sent" to="/admin/log/index?log=errors" className="y-error-sent" onClick={onClose}>
            查看已上传的日志
          </Link>
        ),
        <Button key="clear" danger disabled={empty} onClick={() => void ask()}>
          清空本地日志
        </Button>,
        <Button
          key="upload"
          type="primary"
          disabled={empty}
          loading={upload.isPending}
          onClick={() => upload.mutate(logs.map(({ id: _id, user: _user, ...log }) => log))}
        >
          上传到服务器
        </Button>,
      ]}
    >
      <Table<ErrorLog>
        rowKey="id"
        size="small"
        dataSource={logs.toReversed()}
        pagination={{
          defaultPageSize: SIZES[0],
          pageSizeOptions: SIZES,
          showSizeChanger: { 'aria-label': '每页条数' },
          showTotal: (total) => `共 ${total} 条`,
        }}
        scroll={{ x: 1100, y: 'calc(100dvh - 290px)' }}
        locale={{ emptyText: '没有错误日志' }}
        columns={columns}
      />
    </Modal>
  );
}
