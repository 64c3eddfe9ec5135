/** The spreadsheet of deliveries of messages. */
import type { z } from 'zod';
import { titled } from '#contract/labels.ts';
import { channelLabels, deliveryKinds, deliveryLabels } from '#contract/messages/channels.rules.ts';
import { messageDeliveryLabels } from '#contract/messages/message-deliveries.labels.ts';
import type { MessageDelivery } from '#contract/messages/message-deliveries.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.output<typeof MessageDelivery>;

export const deliverySheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '发送记录',
  list: () => list,
  columns: titled(messageDeliveryLabels, [
    { key: 'userName', width: 12 },
    { key: 'kind', value: ({ kind }) => deliveryKinds[kind] ?? kind, width: 12 },
    { key: 'channel', value: ({ channel }) => channelLabels[channel], width: 12 },
    { key: 'state', value: ({ state }) => deliveryLabels[state] ?? '', width: 10 },
    { key: 'error', width: 30 },
    { key: 'attempts', width: 10 },
    { key: 'createTime', format: 'dateTime', width: 20 },
    { key: 'dueTime', format: 'dateTime', width: 20 },
    { key: 'sentTime', format: 'dateTime', width: 20 },
  ]),
});
