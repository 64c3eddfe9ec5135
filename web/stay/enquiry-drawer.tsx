/** One enquiry: what is known, what was said, and what can be done next. */
import { Button, Descriptions, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { titleOf } from '#contract/labels.ts';
import { enquiryEvents, type EnquiryEvent } from '#contract/stay/enquiry-commands.rules.ts';
import { enquiryLabels } from '#contract/stay/enquiries.labels.ts';
import { enquiries } from '#contract/stay/enquiries.ts';
import type { Output } from '#contract/http.ts';
import { useCall } from '#web/api/call.ts';
import { genderText } from '#web/elderly/person-tags.tsx';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { MISSING } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { RowActions, type RowAction } from '#web/ui/row-actions.tsx';
import { State } from '#web/ui/state.tsx';
import { Timeline, type Entry } from '#web/ui/timeline.tsx';
import './stay.css';

export type EnquiryDetail = Output<typeof enquiries.get>;

const TONES: Partial<Record<string, Entry['tone']>> = { lose: 'danger', admit: 'done', visit: 'current', wait: 'current' };
const label = (name: keyof typeof enquiryLabels) => titleOf(enquiryLabels, name);
const item = (name: keyof typeof enquiryLabels, children: ReactNode) => ({ key: name, label: label(name), children: children || MISSING });

interface Props {
  id: number;
  actionsOf: (enquiry: EnquiryDetail) => RowAction[];
  onClose: () => void;
}

export default function EnquiryDrawer({ id, actionsOf, onClose }: Props) {
  const { data, isError, refetch } = useCall(enquiries.get, { id }, { quiet: true });
  return (
    <SideDrawer title="入住咨询" open onClose={onClose}>
      {!data && (isError ? <Button onClick={() => void refetch()}>没有读到，重试</Button> : <Skeleton active paragraph={{ rows: 8 }} />)}
      {data && (
        <div className="s-enquiry">
          <div className="s-enquiry-head">
            <h2>{data.userName}</h2>
            <State of="enquiry" value={data.state} />
            {data.ahead !== null && <span className="s-number">排在第{data.ahead + 1}位</span>}
            <RowActions actions={actionsOf(data)} />
          </div>
          <Descriptions
            size="small"
            column={{ xs: 1, md: 2 }}
            items={[
              item('mobile', data.mobile),
              item(
                'contactName',
                data.contactName && (
                  <span className="s-signer">
                    {data.contactName}
                    {data.contactRelation !== null && (
                      <DictionaryTag type={enquiryLabels.contactRelation.dictionary} value={data.contactRelation} />
                    )}
                  </span>
                ),
              ),
              item('gender', data.gender === null ? null : genderText(data.gender)),
              item('age', data.age === null ? null : `${data.age}岁`),
              item('source', <DictionaryTag type={enquiryLabels.source.dictionary} value={data.source} />),
              item(
                'careLevel',
                data.careLevel === null ? null : <DictionaryTag type={enquiryLabels.careLevel.dictionary} value={data.careLevel} />,
              ),
              item('wantedDate', data.wantedDate),
              item('nextDate', data.nextDate),
              item('ownerName', data.ownerName),
              item('createTime', `${data.createTime}，${data.createBy}登记`),
              ...(data.lostReason === null
                ? []
                : [
                    item(
                      'lostReason',
                      <span className="s-signer">
                        <DictionaryTag type={enquiryLabels.lostReason.dictionary} value={data.lostReason} />
                        {data.lostNote}
                      </span>,
                    ),
                  ]),
            ]}
          />
          {data.wishes && <p className="s-terms">{data.wishes}</p>}
          {data.remarks && <p className="s-terms">{data.remarks}</p>}
          <h3>跟进记录</h3>
          <Timeline
            entries={data.events.toReversed().map(({ kind, text, userName, createTime }) => ({
              time: createTime,
              title: enquiryEvents[kind as EnquiryEvent] ?? kind,
              userName,
              note: text,
              tone: TONES[kind] ?? 'plain',
            }))}
          />
        </div>
      )}
    </SideDrawer>
  );
}
