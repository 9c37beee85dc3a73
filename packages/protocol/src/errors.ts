import { connectingTexts } from './error-text/connecting.ts'
import { embeddedTexts } from './error-text/embedded.ts'
import { gatewayTexts } from './error-text/gateway.ts'
import { nodeTexts } from './error-text/node.ts'
import { sendingTexts } from './error-text/sending.ts'
import { tradingTexts } from './error-text/trading.ts'
import { walletRpcTexts } from './error-text/wallet-rpc.ts'
import { walletConnectTexts } from './error-text/walletconnect.ts'
import { hasCode } from './errors/error.ts'
import type { ErrorCode } from './errors/error-code.ts'

/** What a developer reads about a code. Words for visitors stand in the modal. */
export interface ErrorText {
  /** What happened: in the words of other kits where they have them. */
  readonly what: string
  /** What to do about it. */
  readonly fix: string
  /** Name of the same thing in other kits or on a node: `RATE_LIMITED`, `BadNonce`. */
  readonly name?: string
  /** Its place in `docs/errors.md`, relative to the repository. */
  readonly docs: string
}

const texts = {
  ...connectingTexts,
  ...sendingTexts,
  ...tradingTexts,
  ...gatewayTexts,
  ...walletRpcTexts,
  ...nodeTexts,
  ...walletConnectTexts,
  ...embeddedTexts,
} satisfies Record<ErrorCode, Omit<ErrorText, 'docs'>>

/** Every error code, in the order of the table. */
export const errorCodes: readonly ErrorCode[] = Object.keys(texts) as ErrorCode[]

/** The text of a code: what happened, how to fix it, where it is documented. */
export function textOfError(code: ErrorCode): ErrorText {
  const known: ErrorCode = Object.hasOwn(texts, code) ? code : 'unknown'
  return { ...texts[known], docs: `docs/errors.md#${known}` }
}

/**
 * The same error, whose message is a sentence: what happened, then what exactly was wrong and what
 * to do, where the error knows. Its code stays what programs look at; what has no code of this
 * table is left as it is.
 */
export function putInWords(error: unknown): unknown {
  if (!hasCode(error) || !errorCodes.includes(error.code)) return error
  const { what } = textOfError(error.code)
  const more = [error.context?.reason, error.context?.fix].filter(Boolean)
  const message = more.length > 0 ? [what.replace(/\.$/, ''), ...more].join(': ') : what
  // V8 has written the message of the first moment into the stack, and a console shows that.
  const stack = error.stack?.replace(error.message, () => message)
  error.message = message
  if (stack !== undefined) error.stack = stack
  return error
}
