import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { colouredTags } from './coloured-tags.ts';

const ROOT = join(import.meta.dirname, '..');
const sources = globSync('{contract,server,web,scripts}/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !/\.test\.tsx?$/.test(file));

/** Files, but for `home`, with a line that `pattern` finds. */
const found = (pattern: RegExp, home: (file: string) => boolean) =>
  sources.filter((file) => !home(file)).filter((file) => pattern.test(readFileSync(join(ROOT, file), 'utf8')));

describe('there is one way', () => {
  it('to know the offset of Shanghai and the lengths of days: contract/time.ts', () => {
    const pattern = /[+]08:00|[^\d]8 \* (3_?600_?000|60 \* MINUTE)|480 \* MINUTE|const (SECOND|MINUTE|HOUR|DAY)(_MS)? = [\d(]/;
    assert.deepEqual(
      found(pattern, (file) => file === 'contract/time.ts'),
      [],
    );
  });

  it('to read the environment: server/config.ts; what is passed on to programs is not read', () => {
    const passesOn = new Set(['server/config.ts', 'server/db/embedded.ts', 'server/devices/remux.ts']);
    assert.deepEqual(
      found(/process[.]env/, (file) => !file.startsWith('server/') || passesOn.has(file)),
      [],
    );
  });

  it('to know a telephone number, whole or masked: contract/phones.rules.ts', () => {
    const pattern = /1\[(3-9|345)|1\\d\{|\\\*\{4\}|0\\d\{2|400\|800/;
    const home = 'contract/phones.rules.ts';
    assert.match(readFileSync(join(ROOT, home), 'utf8'), pattern);
    assert.deepEqual(
      found(pattern, (file) => file === home),
      [],
    );
  });

  it('to write a sum for people: contract/money.ts, and server/lists/money.ts in statements', () => {
    const pattern = /¥(\$\{|\{|' \|\|)|toFixed\(2\)\}元|to_char\([^\n]*\/ 100/;
    const homes = ['contract/money.ts', 'server/lists/money.ts'];
    for (const home of homes) assert.match(readFileSync(join(ROOT, home), 'utf8'), pattern);
    assert.deepEqual(
      found(pattern, (file) => homes.includes(file)),
      [],
    );
  });

  it('to type a sum: MoneyInput', () => {
    const pattern = /<InputNumber(<number>)?[^>]*(prefix="¥"|suffix="元)/;
    const home = 'web/ui/money-input.tsx';
    assert.match(readFileSync(join(ROOT, home), 'utf8'), pattern);
    assert.deepEqual(
      found(pattern, (file) => file === home),
      [],
    );
  });

  it('to bound a memory: BoundedMap', () => {
    // Lists are forgotten by how many anchors they have.
    assert.deepEqual(
      found(/[.]delete\(\w+([.]\w+)*[.]keys\(\)[.]next\(\)/, (file) => file === 'server/bounded-map.ts'),
      [],
    );
  });

  it('to give PostgreSQL a time in milliseconds: server/db/instants.ts', () => {
    assert.deepEqual(
      found(/to_timestamp\(\$\{[^\n]*\}::float8 \/ 1000\)/, (file) => file === 'server/db/instants.ts'),
      [],
    );
  });

  it('to ask before something is done: a dialog, which takes the focus and closes on Escape; Popconfirm does neither', () => {
    assert.deepEqual(
      found(/<Popconfirm\b/, (file) => !file.startsWith('web/')),
      [],
    );
  });

  it('to ask for something in a dialog: FormDialog and DraftDialog, which ask before what was typed is lost; dialogs that lose nothing are listed', () => {
    const asked = [
      'Form',
      'Input',
      'InputNumber',
      'MoneyInput',
      'Radio',
      'Rate',
      'Select',
      'Checkbox',
      'Switch',
      'Day',
      'SortableList',
      'ImageUpload',
      String.raw`\w+Field`,
    ];
    const pattern = new RegExp(String.raw`<Modal\b(?:(?!</Modal>)[\s\S])*?<(${asked.join('|')})\b`);
    const others = [
      // Shown to be copied.
      'web/devices/integration-dialogs.tsx',
      'web/work-orders/rating-link-dialog.tsx',
      // Chosen with one press, and nothing of it is kept: the pages of a file, a place on the map, a tick beside the question.
      'web/ui/export-dialog.tsx',
      'web/ui/map-picker-dialog.tsx',
      'web/work-orders/plan-step.tsx',
    ];
    assert.deepEqual(found(pattern, (file) => !file.startsWith('web/')).toSorted(), others.toSorted());
  });

  it('to show the person of a row: PersonLink, which leads to the page of that person', () => {
    // A picture of a camera says a name and no more.
    const others = ['web/devices/device-media.tsx'];
    assert.deepEqual(
      found(/^(?![\s\S]*<PersonLink )[\s\S]*key: 'oldmanName'/, (file) => !file.startsWith('web/')),
      others,
    );
  });

  it('to write a time of day: the field `clock`', () => {
    assert.deepEqual(
      found(/\[01\]\\d\|2\[0-3\]\):\[0-5\]\\d\$/, (file) => file === 'contract/time.ts'),
      [],
    );
  });

  it('to ask another system: server/net/outbound.ts; others who connect say why', () => {
    const pattern = new RegExp(
      [
        String.raw`\bfetch\(`,
        String.raw`globalThis\.fetch|new WebSocket\(`,
        String.raw`(from|import\() ?'(node:)?(undici|http2|dgram|axios|got|nodemailer)['/]`,
        String.raw`import \{[^}]*\b(request|get|Agent|connect|createConnection|Socket as \w+)\b[^}]*\} from '(node:)?(https?|net|tls)'`,
        String.raw`import (\w+|\* as \w+) from '(node:)?(https?|net|tls)'`,
      ].join('|'),
    );
    const others = [
      // Hands a delivery to the ingest process over a local socket.
      'server/http/vendor-deliveries.ts',
      // MQTT and RTSP are no HTTP: they connect to addresses that server/net/reach.ts has checked.
      'server/ingest/mqtt/broker-connection.ts',
      'server/devices/rtsp-relay.ts',
      // Sound and SIP are packets of UDP to trunks that the operator names, and to phones and browsers that came to us.
      'server/call-media/ports.ts',
      'server/call-media/phone-leg.ts',
      'server/call-media/sip/transport.ts',
    ];
    assert.deepEqual(found(pattern, (file) => !file.startsWith('server/') || file.startsWith('server/net/')).sort(), others.sort());
  });

  it('to show the state of something, and how urgent it is: State and Severity; other coloured tags are listed', () => {
    const kit = new Set(['web/ui/state.tsx', 'web/ui/severity.tsx', 'web/ui/dictionary-tag.tsx']);
    const coloured = found(/<Tag\b[^>]*\bcolor=/, (file) => !file.startsWith('web/') || kit.has(file));
    assert.deepEqual(coloured.toSorted(), colouredTags.toSorted());
    const words = 'orderStatusLabels|disposalLabels|bedStateLabels|observationStateLabels|severityOf|severityLabels';
    assert.deepEqual(
      found(new RegExp(`<Tag\\b[^>]*>\\s*\\{\\s*(${words})\\b`), (file) => !file.startsWith('web/')),
      [],
    );
  });

  it('to say where in the house something is, on pages and walls: placeText, floorText and Place', () => {
    const pattern = /floor\}\s*层|\$\{(\w+[.])?building\} \$\{|\{(\w+[.])?building\} \{/;
    // Keys of lists and trees, no texts.
    const keys = new Set(['web/ui/room-field.tsx', 'web/screens/plan.tsx']);
    assert.deepEqual(
      found(pattern, (file) => !file.startsWith('web/') || keys.has(file)),
      [],
    );
  });

  it('to say when something was: Time and shortTime', () => {
    // An order of Chinese words by pinyin is no time.
    const pattern = /toLocale(Date|Time)?String|Intl\.DateTimeFormat|\.slice\((0|5), 16\)(?!\}…)|'MM-dd HH:mm(:ss)?'/;
    // The last one makes the value of an input.
    const kit = new Set(['web/ui/display.ts', 'web/ui/timeline.tsx', 'web/ui/trend.tsx', 'web/carer/caring-steps.ts']);
    // What is signed or kept, and read on another day, has its date.
    const dated = [
      'web/assessments/report-page.tsx',
      'web/care/chart.tsx',
      'web/care/restraint-page.tsx',
      'web/carer/news.ts',
      'web/handovers/handover.tsx',
    ];
    assert.deepEqual(found(pattern, (file) => !file.startsWith('web/') || kit.has(file)).toSorted(), dated);
  });

  it('to search for a part of a text: `containing` and `startingWith`, in which % and _ stand for themselves', () => {
    assert.deepEqual(
      found(/\[[^\]\s]*%_/, (file) => file === 'server/lists/like.ts'),
      [],
    );
  });
});
