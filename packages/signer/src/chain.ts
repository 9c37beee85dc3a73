import { ProviderError } from './provider/provider-error.ts'

/** A local EVM chain that the signer knows. */
export interface SignerChain {
  /** EIP-155 chain number. */
  readonly id: number
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** HTTP address of the chain's node, on this machine. */
  readonly rpcUrl: string
}

/** Whether `url` points to this machine; the signer contacts no other machine. */
export function isLocalUrl(url: unknown): url is string {
  if (typeof url !== 'string' || url.length > 200 || !URL.canParse(url)) return false
  const { protocol, hostname, username } = new URL(url)
  const isLocalHost =
    ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost')
  return isLocalHost && username === '' && (protocol === 'http:' || protocol === 'https:')
}

/** Reads a chain number as EIP-3326 writes it (`0x7a69`). Errors: -32602. */
export function parseChainNumber(value: unknown): number {
  const number =
    typeof value === 'string' && /^0x[1-9a-f][0-9a-f]{0,12}$/i.test(value) ? Number(value) : 0
  if (!Number.isSafeInteger(number) || number < 1)
    throw new ProviderError(-32602, 'chainId must be a hex number')
  return number
}

/**
 * Reads the parameters of wallet_addEthereumChain (EIP-3085). Errors: -32602, also for an RPC
 * address that is not local.
 */
export function parseAddedChain(value: unknown): SignerChain {
  const { chainId, chainName, nativeCurrency, rpcUrls } = toRecord(value)
  const { symbol, decimals } = toRecord(nativeCurrency)
  const rpcUrl = Array.isArray(rpcUrls) ? rpcUrls.find(isLocalUrl) : undefined
  if (rpcUrl === undefined)
    throw new ProviderError(-32602, 'The test wallet adds local chains only')
  const chain = { id: parseChainNumber(chainId), name: chainName, symbol, decimals, rpcUrl }
  if (!isSignerChain(chain))
    throw new ProviderError(-32602, 'chainName and nativeCurrency are required')
  return chain
}

/** Whether `value` is a valid `SignerChain`, with bounded text. */
export function isSignerChain(value: unknown): value is SignerChain {
  const { id, name, symbol, decimals, rpcUrl } = toRecord(value)
  return (
    Number.isSafeInteger(id) &&
    (id as number) > 0 &&
    isText(name, 60) &&
    isText(symbol, 12) &&
    Number.isInteger(decimals) &&
    (decimals as number) >= 0 &&
    (decimals as number) <= 36 &&
    isLocalUrl(rpcUrl)
  )
}

/** Returns `value` if it is an object, else an empty object. */
export function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function isText(value: unknown, maxLength: number): value is string {
  return (
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= maxLength &&
    !/\p{C}/u.test(value)
  )
}
