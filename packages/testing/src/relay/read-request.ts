type Fields = { readonly [key: string]: unknown }

/** The fields of an object; an empty object for other values. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

/** Parses JSON; `undefined` for other text. */
export function parseText(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

/** The publications and topics of a client's request; `undefined` for an unknown method. */
export interface RelayRequest {
  readonly subscribe: readonly string[]
  readonly unsubscribe: readonly string[]
  readonly publish: readonly { topic: string; message: string; tag: number; ttl: number }[]
  /** Whether the request is `irn_batchSubscribe`, which is answered with a list. */
  readonly isBatch: boolean
}

export function readRequest(
  method: unknown,
  params: unknown,
  isClassic: boolean,
): RelayRequest | undefined {
  const read = fieldsOf(params)
  const textOf = (name: string) => String(read[name])
  const ttl = typeof read.ttl === 'number' ? read.ttl : 300
  const none = { subscribe: [], unsubscribe: [], publish: [], isBatch: false }
  const proposal = {
    topic: textOf('pairingTopic'),
    message: textOf('sessionProposal'),
    tag: 1100,
    ttl,
  }
  const response = {
    topic: textOf('pairingTopic'),
    message: textOf('sessionProposalResponse'),
    tag: 1101,
    ttl,
  }
  const settlement = {
    topic: textOf('sessionTopic'),
    message: textOf('sessionSettlementRequest'),
    tag: 1102,
    ttl,
  }
  switch (method) {
    case 'irn_subscribe':
      return { ...none, subscribe: [textOf('topic')] }
    case 'irn_batchSubscribe':
      return {
        ...none,
        subscribe: Array.isArray(read.topics) ? read.topics.map(String) : [],
        isBatch: true,
      }
    case 'irn_unsubscribe':
      return { ...none, unsubscribe: [textOf('topic')] }
    case 'irn_publish':
      return {
        ...none,
        publish: [
          { topic: textOf('topic'), message: textOf('message'), tag: Number(read.tag), ttl },
        ],
      }
    case 'wc_proposeSession':
      return isClassic ? undefined : { ...none, subscribe: [proposal.topic], publish: [proposal] }
    case 'wc_approveSession':
      return isClassic
        ? undefined
        : { ...none, subscribe: [settlement.topic], publish: [response, settlement] }
    default:
      return undefined
  }
}

/** The `iss` of the token in a URL, unverified. */
export function didOf(url: string): string | undefined {
  const payload = new URL(url).searchParams.get('auth')?.split('.')[1] ?? ''
  const base64 = payload.replaceAll('-', '+').replaceAll('_', '/')
  try {
    const iss = fieldsOf(parseText(atob(base64))).iss
    return typeof iss === 'string' ? iss : undefined
  } catch {
    return undefined
  }
}
