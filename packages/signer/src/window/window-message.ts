import { toRecord } from '../chain.ts'

/** How a page's side of the test wallet and the wallet's own window speak. */
export const readyType = 'latchkey-test-wallet.ready'
export const requestType = 'latchkey-test-wallet.request'
/** A window of the wallet says unasked what its opener may use from now on. */
export const siteType = 'latchkey-test-wallet.site'

/** What a page asks of the wallet's window; travels with a MessagePort for the one answer. */
export interface WindowRequest {
  readonly type: typeof requestType
  readonly method: string
  readonly params: unknown
  /** EIP-155 number of the page's present chain. */
  readonly chain: number
  /** True: a script answers for the visitor; honoured for pages of this machine only. */
  readonly isScripted: boolean
}

/** The window's one answer. */
export interface WindowAnswer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
  /** What the page may use from now on; null when nothing. */
  readonly site: PageSite | null
}

/** What a page remembers of its connection. */
export interface PageSite {
  /** Never empty, the selected one first. */
  readonly accounts: readonly string[]
  /** EIP-155 number. */
  readonly chain: number
  readonly rpcUrl: string
}

/** Reads a request of a page; null for what is none. */
export function readRequest(value: unknown): WindowRequest | null {
  const { type, method, params, chain, isScripted } = toRecord(value)
  if (type !== requestType || typeof method !== 'string' || method.length > 100) return null
  if (typeof chain !== 'number' || !Number.isSafeInteger(chain)) return null
  return { type: requestType, method, params, chain, isScripted: isScripted === true }
}

/** Reads a remembered or answered site; null for what is none. */
export function readPageSite(value: unknown): PageSite | null {
  const { accounts, chain, rpcUrl } = toRecord(value)
  if (!Array.isArray(accounts) || accounts.length === 0 || accounts.length > 100) return null
  if (!accounts.every((one) => typeof one === 'string' && /^0x[0-9a-f]{40}$/i.test(one)))
    return null
  if (typeof chain !== 'number' || !Number.isSafeInteger(chain) || chain < 1) return null
  if (typeof rpcUrl !== 'string' || !/^https?:\/\//.test(rpcUrl) || rpcUrl.length > 200) return null
  return { accounts, chain, rpcUrl }
}
