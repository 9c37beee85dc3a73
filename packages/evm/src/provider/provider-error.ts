import { hasCode, type LatchkeyError, rpcCodeOf } from '@latchkey/protocol'

/** Maximum number of characters that an error repeats of a wallet's or node's message. */
const maxMessageLength = 2000

/**
 * An error as EIP-1193 defines it: `code` is a number of EIP-1193, EIP-1474, EIP-3085 or EIP-5792,
 * `data` is what the node or the wallet added, such as the data of a revert. `cause` is the error
 * that was thrown, with Latchkey's own code when it has one.
 */
export class ProviderRpcError extends Error {
  override readonly name: string = 'ProviderRpcError'
  readonly code: number
  readonly data?: unknown

  constructor(
    code: number,
    message: string,
    options: { readonly data?: unknown; readonly cause?: unknown } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.code = code
    if (options.data !== undefined) this.data = options.data
  }
}

/**
 * Converts anything that a wallet, a node or an action of Latchkey threw to a provider error; the
 * promise never rejects.
 */
export async function toProviderError(error: unknown): Promise<ProviderRpcError> {
  if (error instanceof ProviderRpcError) return error
  if (hasCode(error)) return fromLatchkeyError(error)
  const code = readField(error, 'code')
  const message = readField(error, 'message')
  const text = typeof message === 'string' ? message.slice(0, maxMessageLength) : ''
  return new ProviderRpcError(await codeOf(code, error), text || 'The wallet gave no reason.', {
    data: readField(error, 'data'),
    cause: error,
  })
}

function fromLatchkeyError(error: LatchkeyError): ProviderRpcError {
  const { sourceCode } = error.context
  return new ProviderRpcError(
    typeof sourceCode === 'number' && isForPages(sourceCode)
      ? withoutVariants(sourceCode)
      : rpcCodeOf(error.code),
    error.shortMessage,
    { data: readField(error.cause, 'data'), cause: error },
  )
}

/**
 * Returns the error number that the wallet sent; without one, the number that belongs to the
 * Latchkey code of the error.
 */
async function codeOf(code: unknown, error: unknown): Promise<number> {
  if (typeof code === 'number' && Number.isInteger(code)) return withoutVariants(code)
  const { explain } = await import('../errors.ts')
  return rpcCodeOf(explain(error))
}

/**
 * Wallets behind WalletConnect reject a request with the number 5000 (CAIP-25), which pages do not
 * know; it becomes 4001.
 */
function withoutVariants(code: number): number {
  return code === 5000 ? 4001 : code
}

/**
 * Whether a page may get this error number. HTTP statuses (100 to 599) and WalletConnect's numbers
 * for a session's methods, chains and events (1001 to 3005) are not defined by EIP-1193.
 * https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes
 */
function isForPages(code: number): boolean {
  return Number.isInteger(code) && (code < 100 || code >= 4000)
}

/**
 * Returns a property of a value that a wallet threw; undefined when the property's getter throws.
 */
function readField(value: unknown, name: string): unknown {
  try {
    return (value as Record<string, unknown> | null | undefined)?.[name]
  } catch {
    return undefined
  }
}
