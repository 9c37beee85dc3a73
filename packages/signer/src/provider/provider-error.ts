/** An error in the format of EIP-1193 and EIP-1474. */
export class ProviderError extends Error {
  override readonly name: string = 'ProviderError'
  readonly code: number
  readonly data?: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    if (data !== undefined) this.data = data
  }
}

/**
 * Converts an error of another window, a node or this window to a `ProviderError` with plain
 * fields; text is cut at 500 characters.
 */
export function toProviderError(error: unknown): ProviderError {
  const { code, message, data } = (
    typeof error === 'object' && error !== null ? error : {}
  ) as Record<string, unknown>
  return new ProviderError(
    typeof code === 'number' && Number.isInteger(code) ? code : -32603,
    typeof message === 'string' && message !== ''
      ? message.slice(0, 500)
      : 'The test wallet failed',
    typeof data === 'string' ? data.slice(0, 10_000) : undefined,
  )
}

export const rejected = (): ProviderError => new ProviderError(4001, 'User rejected the request')
export const unauthorized = (): ProviderError =>
  new ProviderError(
    4100,
    'The site is not connected to this account: call eth_requestAccounts first',
  )
