/** /ticket/settings 诉求设置: hours and targets, groups, canned answers, the page for families. */
import { Tabs } from 'antd';
import { FamilyLink } from './family-link.tsx';
import { CannedReplies, Groups } from './settings-lists.tsx';
import { TimesForm } from './times-form.tsx';
import './settings.css';

export default function TicketSettings() {
  return (
    <div className="k-settings">
      <Tabs
        destroyOnHidden
        items={[
          { key: 'times', label: '时限与日历', children: <TimesForm /> },
          { key: 'groups', label: '处理小组', children: <Groups /> },
          { key: 'replies', label: '常用回复', children: <CannedReplies /> },
          { key: 'family', label: '家属页面', children: <FamilyLink /> },
        ]}
      />
    </div>
  );
}
