/** What went wrong in this browser: sent to the server, or cleared. */
import { Button, Modal, Table } from 'antd';
import { useState } from 'react';
import { operationLogs } from '#contract/system/operation-logs.ts';
import { useSend } from '#web/api/call.ts';
import { clearErrorLogs, errorLogs } from '#web/api/error-logs.ts';
import { showMessage } from '#web/api/messages.ts';

export function ErrorLogs({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [logs, setLogs] = useState(errorLogs);
  const clear = (text: string) => {
    clearErrorLogs();
    setLogs([]);
    showMessage('success', text);
  };
  const upload = useSend(operationLogs.record, { onSuccess: () => clear('发送成功') });
  const empty = logs.length === 0;
  return (
    <Modal
      title="错误日志"
      open={open}
      onCancel={onClose}
      afterOpenChange={(shown) => shown && setLogs(errorLogs())}
      width="min(1200px, 96vw)"
      footer={[
        <Button key="clear" danger disabled={empty} onClick={() => clear('清除成功')}>
          清空本地日志
        </Button>,
        <Button
          key="upload"
          type="primary"
          disabled={empty}
          loading={upload.isPending}
          onClick={() => upload.mutate(logs.map(({ id: _id, user: _user, ...log }) => log))}
        >
          上传服务器
        </Button>,
      ]}
    >
      <Table
        rowKey="id"
        size="small"
        dataSource={logs.toReversed()}
        pagination={{ pageSize: 10 }}
        scroll={{ x: 900 }}
        columns={[
          { title: '类型', dataIndex: 'type', width: 80 },
          { title: '地址', dataIndex: 'url', width: 160 },
          { title: '内容', dataIndex: 'message', width: 240 },
          { title: '错误堆栈', dataIndex: 'stack', ellipsis: true },
          { title: '时间', dataIndex: 'time', width: 170 },
        ]}
      />
    </Modal>
  );
}
