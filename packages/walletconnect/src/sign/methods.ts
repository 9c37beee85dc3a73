/** The relay parameters of one kind of message. */
export interface PublishOptions {
  readonly tag: number
  /** Seconds for which the relay keeps the message. */
  readonly ttl: number
  /** Whether the relay should wake the receiver, for example by a push notification. */
  readonly prompt: boolean
}

type MethodRow = readonly [
  tag: number,
  ttl: number,
  prompt: boolean,
  answerTtl: number | null,
  refusal?: number,
]

// The relay parameters of each method; source: WalletConnect sign 2, "RPC methods". `answerTtl` is
// null when the method has no answer. The tag of an answer is that of the request + 1.
const methodRows: Readonly<Record<string, MethodRow>> = {
  wc_sessionPropose: [1100, 300, true, 300, 1120],
  wc_sessionSettle: [1102, 300, false, 300],
  wc_sessionUpdate: [1104, 86400, false, 86400],
  wc_sessionExtend: [1106, 86400, false, 86400],
  wc_sessionRequest: [1108, 300, true, 300],
  wc_sessionEvent: [1110, 300, true, null],
  wc_sessionDelete: [1112, 86400, false, 86400],
  wc_sessionPing: [1114, 86400, false, 86400],
  wc_sessionAuthenticate: [1116, 3600, true, 3600, 1118],
  wc_pairingDelete: [1000, 86400, false, null],
  wc_pairingPing: [1002, 30, false, 30],
}

const minTtl = 300
const maxTtl = 604_800

const methodRowOf = (method: string): MethodRow | undefined =>
  Object.hasOwn(methodRows, method) ? methodRows[method] : undefined

/** Whether the WalletConnect protocol defines a method. */
export function isKnownMethod(method: string): boolean {
  return methodRowOf(method) !== undefined
}

/** Whether a request of the given method has an answer. */
export function expectsAnswer(method: string): boolean {
  return methodRowOf(method)?.[3] !== null
}

/**
 * Tag, time-to-live and prompt of a request.
 * @param lifetime - seconds; a session request is kept as long as it can be answered
 */
export function publishOptionsOfRequest(method: string, lifetime?: number): PublishOptions {
  const [tag, ttl, prompt] = methodRowOf(method) ?? [0, 86400, false]
  const usesLifetime = method === 'wc_sessionRequest' && lifetime !== undefined
  return {
    tag,
    ttl: usesLifetime ? Math.min(Math.max(Math.ceil(lifetime), minTtl), maxTtl) : ttl,
    prompt,
  }
}

/**
 * Tag and time-to-live of the answer to a request.
 * @param isAutomatic - whether it was refused without asking the user
 */
export function publishOptionsOfAnswer(
  method: string,
  isRefusal = false,
  isAutomatic = false,
): PublishOptions {
  const row = methodRowOf(method)
  if (!row) return { tag: 0, ttl: 86400, prompt: false }
  const refusal = isRefusal ? row[4] : undefined
  return {
    tag: refusal ? refusal + Number(isAutomatic) : row[0] + 1,
    ttl: refusal ? 300 : (row[3] ?? 300),
    prompt: false,
  }
}
