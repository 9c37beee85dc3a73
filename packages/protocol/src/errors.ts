import { connectingTexts } from './error-text/connecting.ts'
import { embeddedTexts } from './error-text/embedded.ts'
import { gatewayTexts } from './error-text/gateway.ts'
import { nodeTexts } from './error-text/node.ts'
import { sendingTexts } from './error-text/sending.ts'
import { tradingTexts } from './error-text/trading.ts'
import { walletRpcTexts } from './error-text/wallet-rpc.ts'
import { walletConnectTexts } from './error-text/walletconnect.ts'
import { docsAddress } from './errors/docs-address.ts'
import { hasCode } from './errors/error.ts'
import type { ErrorCode } from './errors/error-code.ts'

export { docsAddress }

/** The text of an error code for developers. Texts for visitors are in the modal package. */
export interface ErrorText {
  /** What happened, in the words of other wallet kits if they have the same error. */
  readonly what: string
  /** How a developer can fix the error. */
  readonly fix: string
  /** Name of the same error in other wallet kits or on a node: `RATE_LIMITED`, `BadNonce`. */
  readonly name?: string
  /** Address of the documentation page about the error. */
  readonly docs: string
}

const textByCode = {
  ...connectingTexts,
  ...sendingTexts,
  ...tradingTexts,
  ...gatewayTexts,
  ...walletRpcTexts,
  ...nodeTexts,
  ...walletConnectTexts,
  ...embeddedTexts,
} satisfies Record<ErrorCode, Omit<ErrorText, 'docs'>>

/** Every error code, in the order of the tables of texts. */
export const errorCodes: readonly ErrorCode[] = Object.keys(textByCode) as ErrorCode[]

/** Returns the text of an error code: what happened, how to fix it, where it is documented. */
export function textOfError(code: ErrorCode): ErrorText {
  const knownCode: ErrorCode = Object.hasOwn(textByCode, code) ? code : 'unknown'
  return { ...textByCode[knownCode], docs: `${docsAddress}/errors/${knownCode}` }
}

/**
 * Gives an error a readable message and returns the same error. The message says what happened,
 * then the exact reason and fix if the error has them, then the address of the error's page and the
 * version. Programs still read the code; an error without a known code is unchanged.
 */
export function putInWords(error: unknown): unknown {
  if (!hasCode(error) || !errorCodes.includes(error.code)) return error
  const { what } = textOfError(error.code)
  const contextParts = [error.context?.reason, error.context?.fix].filter(Boolean)
  const shortMessage =
    contextParts.length > 0 ? [what.replace(/\.$/, ''), ...contextParts].join(': ') : what
  // The address of the page and the version remain those of the copy of the library that made the
  // error.
  const message = `${shortMessage}${/\n\nDocs: [\s\S]*$/.exec(error.message)?.[0] ?? ''}`
  // V8 copies the first message into the stack, which a console shows, so the message is replaced
  // there too.
  const stack = error.stack?.replace(error.message, () => message)
  error.message = message
  error.shortMessage = shortMessage
  if (stack !== undefined) error.stack = stack
  return error
}
