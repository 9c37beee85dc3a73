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

/** The topics and messages in a client's JSON-RPC request to the relay. */
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
  const paramFields = fieldsOf(params)
  const textField = (name: string) => String(paramFields[name])
  const ttl = typeof paramFields.ttl === 'number' ? paramFields.ttl : 300
  const emptyRequest = { subscribe: [], unsubscribe: [], publish: [], isBatch: false }
  const proposal = {
    topic: textField('pairingTopic'),
    message: textField('sessionProposal'),
    tag: 1100,
    ttl,
  }
  const response = {
    topic: textField('pairingTopic'),
    message: textField('sessionProposalResponse'),
    tag: 1101,
    ttl,
  }
  const settlement = {
    topic: textField('sessionTopic'),
    message: textField('sessionSettlementRequest'),
    tag: 1102,
    ttl,
  }
  switch (method) {
    case 'irn_subscribe':
      return { ...emptyRequest, subscribe: [textField('topic')] }
    case 'irn_batchSubscribe':
      return {
        ...emptyRequest,
        subscribe: Array.isArray(paramFields.topics) ? paramFields.topics.map(String) : [],
        isBatch: true,
      }
    case 'irn_unsubscribe':
      return { ...emptyRequest, unsubscribe: [textField('topic')] }
    case 'irn_publish':
      return {
        ...emptyRequest,
        publish: [
          {
            topic: textField('topic'),
            message: textField('message'),
            tag: Number(paramFields.tag),
            ttl,
          },
        ],
      }
    case 'wc_proposeSession':
      return isClassic
        ? undefined
        : { ...emptyRequest, subscribe: [proposal.topic], publish: [proposal] }
    case 'wc_approveSession':
      return isClassic
        ? undefined
        : { ...emptyRequest, subscribe: [settlement.topic], publish: [response, settlement] }
    default:
      return undefined
  }
}

/** The `iss` claim of the JWT in a socket's URL; the token is not verified. */
export function didOf(url: string): string | undefined {
  const payload = new URL(url).searchParams.get('auth')?.split('.')[1] ?? ''
  const base64 = payload.replaceAll('-', '+').replaceAll('_', '/')
  try {
    const issuer = fieldsOf(parseText(atob(base64))).iss
    return typeof issuer === 'string' ? issuer : undefined
  } catch {
    return undefined
  }
}
