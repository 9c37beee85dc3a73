import {
  type ErrorCode,
  hasCode,
  isRegisteredName,
  LatchkeyError,
  type RegisteredName,
  rpcTimeoutMs,
} from '@latchkey/protocol'
import { postToGateway } from '../gateway/post.ts'
import { withTimeout } from '../http/with-timeout.ts'
import { adapterOf } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { readName } from './read-name.ts'

interface Parameters {
  readonly name: string
  /** Body of the request `POST /v1/profile/account`. */
  readonly body: {
    readonly coin_type: number
    readonly address: string
    readonly message: string
    readonly signature: string
  }
  readonly namespace: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Error codes by the field that the gateway refuses. Only the signed text is sent, so a refusal of
 * any other field is not the visitor's fault.
 */
const codes: Readonly<Record<string, ErrorCode>> = {
  timestamp: 'name-message-expired',
  address: 'name-owned-already',
  name: 'name-taken',
}

/**
 * Sends a signed registration. When the answer is lost, the name is looked up, because it may have
 * been registered.
 * @throws `name-taken` | `name-owned-already` | `name-message-expired` | what the gateway's client
 *   throws
 */
export async function submitName(
  kit: Kit,
  { name, body, namespace, signal }: Parameters,
): Promise<RegisteredName> {
  try {
    return await withTimeout(rpcTimeoutMs, signal, (innerSignal) =>
      postToGateway(kit, 'v1/profile/account', {
        body,
        signal: innerSignal,
        read: (answer) => (isRegisteredName(answer) && answer.name === name ? answer : null),
      }),
    )
  } catch (cause) {
    if (signal?.aborted) throw cause
    const field =
      hasCode(cause, 'gateway-refused') && cause.context.sourceCode === 400
        ? cause.context.field
        : undefined
    const code = typeof field === 'string' && Object.hasOwn(codes, field) ? codes[field] : undefined
    if (code === 'name-message-expired') throw new LatchkeyError(code, { cause })
    // When the gateway has several addresses, the first one may have registered the name without
    // answering, so the name is looked up.
    const registeredName = await readName(kit, name, signal).catch(() => null)
    const address = registeredName?.addresses[body.coin_type]?.address
    if (registeredName && address && adapterOf(kit, namespace).isSameAddress(address, body.address))
      return registeredName
    throw code ? new LatchkeyError(code, { cause }) : cause
  }
}
