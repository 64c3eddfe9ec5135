/** Which kinds of messages come by which ways: a switch for each. */
import { Switch } from 'antd';
import { channelLabels, chosen, offered, type Channel, type Choices } from '#contract/messages/channels.rules.ts';
import { messageKinds, type MessageKind } from '#contract/messages/messages.rules.ts';
import './channel-matrix.css';

interface Props {
  /** What was decided here, and what holds where nothing was. */
  value: Choices;
  below?: Choices;
  /** The ways that there are, with why one cannot be used (null: it can). */
  ways: readonly { channel: Channel; why: string | null }[];
  onChange: (value: Choices) => void;
}

const kinds = Object.keys(messageKinds) as MessageKind[];

export function ChannelMatrix({ value, below = {}, ways, onChange }: Props) {
  const change = (kind: MessageKind, channel: Channel, on: boolean) => onChange({ ...value, [kind]: { ...value[kind], [channel]: on } });
  return (
    <table className="m-matrix">
      <thead>
        <tr>
          <th scope="col">消息类型</th>
          <th scope="col">站内</th>
          {ways.map(({ channel, why }) => (
            <th key={channel} scope="col">
              {channelLabels[channel]}
              {why !== null && <small>{why}</small>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{messageKinds[kind]}</th>
            <td>始终</td>
            {ways.map(({ channel, why }) => (
              <td key={channel}>
                {offered(kind).includes(channel) ? (
                  <Switch
                    size="small"
                    aria-label={`${messageKinds[kind]}${channelLabels[channel]}`}
                    disabled={why !== null}
                    checked={chosen(kind, channel, value, below)}
                    onChange={(on) => change(kind, channel, on)}
                  />
                ) : (
                  <span className="y-missing">—</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
