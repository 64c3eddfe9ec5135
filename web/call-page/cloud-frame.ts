/**
 * The page in which the official SDK of Aliyun's call centre runs (docs/decisions/112). It has no token of ours: what the SDK asks goes to
 * our page by message, which asks the server; what happens to calls goes the same way.
 */
import { sdkHooks, type FrameConfig, type FromFrame, type SdkHook, type ToFrame } from '#contract/calls/cloud-frame.rules.ts';

interface Sdk {
  call?: (callee: string) => void;
}
type SdkClass = new (config: Record<string, unknown>) => Sdk;
/** Of 3.x and of 2.x. */
interface Loaded {
  CCCWorkbenchSDK?: SdkClass;
  WorkbenchSdk?: SdkClass;
}

const { origin } = location;
const tell = (message: FromFrame) => parent.postMessage(message, origin);
const waiting = new Map<number, (answer: unknown) => void>();
let asked = 0;
let sdk: Sdk | null = null;

/** Only data passes between documents. */
const plain = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value)));

/** A request of the SDK; it takes answers in the shape of axios. */
function ask(action: string, params: unknown): Promise<{ status: number; data: unknown }> {
  asked += 1;
  const id = asked;
  return new Promise((resolve) => {
    waiting.set(id, (data) => resolve({ status: 200, data }));
    tell({ kind: 'ask', id, action, params: (plain(params) ?? {}) as Record<string, unknown> });
  });
}

function load(address: string): Promise<void> {
  const isStyle = new URL(address).pathname.endsWith('.css');
  const element = isStyle ? document.createElement('link') : document.createElement('script');
  if (element instanceof HTMLLinkElement) Object.assign(element, { rel: 'stylesheet', href: address });
  else element.src = address;
  return new Promise((resolve, reject) => {
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', () => reject(new Error('阿里云SDK无法加载，请检查网络和“呼叫服务”中的SDK地址')));
    document.body.append(element);
  });
}

async function begin({ addresses, instanceId, regionId, afterCallRule }: FrameConfig): Promise<void> {
  // One after the other: later scripts need earlier ones.
  for (const address of addresses) await load(address);
  const { CCCWorkbenchSDK, WorkbenchSdk } = globalThis as Loaded;
  const Class = CCCWorkbenchSDK ?? WorkbenchSdk;
  if (!Class) throw new Error('SDK地址上没有阿里云联络中心的SDK，请检查“呼叫服务”');
  const hooks = Object.fromEntries(
    sdkHooks.map((hook: SdkHook) => [hook, (detail: unknown) => tell({ kind: 'hook', hook, detail: plain(detail) })]),
  );
  const size = { width: '290px', height: '552px', header: true };
  sdk = new Class({ dom: 'workbench', ...size, instanceId, regionId, afterCallRule, apiAxiosFunc: ask, ...hooks });
}

const problem = (error: unknown) => tell({ kind: 'problem', text: error instanceof Error ? error.message.slice(0, 200) : '阿里云SDK出错' });

addEventListener('message', ({ source, origin: from, data }: MessageEvent<ToFrame>) => {
  if (source !== parent || from !== origin) return;
  if (data.kind === 'begin' && sdk === null) void begin(data.config).catch(problem);
  if (data.kind === 'call') {
    if (sdk?.call) sdk.call(data.callee);
    else problem(new Error('阿里云语音还没有就绪，请稍后再拨'));
  }
  if (data.kind === 'answer') {
    waiting.get(data.id)?.(data.answer);
    waiting.delete(data.id);
  }
});
tell({ kind: 'ready' });
