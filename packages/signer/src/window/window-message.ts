import { toRecord } from '../chain.ts'

/** Message types between a page's part of the test wallet and the wallet's own window. */
export const readyType = 'latchkey-test-wallet.ready'
export const requestType = 'latchkey-test-wallet.request'
/** Sent by a wallet window: the current grant of its opener. */
export const siteType = 'latchkey-test-wallet.site'

/** A page's request to the wallet's window; it is sent with a MessagePort for the answer. */
export interface WindowRequest {
  readonly type: typeof requestType
  readonly method: string
  readonly params: unknown
  /** EIP-155 number of the page's current chain. */
  readonly chain: number
  /** Whether a script answers for the visitor; accepted from local pages only. */
  readonly isScripted: boolean
}

/** The window's answer to a request; it sends only one. */
export interface WindowAnswer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
  /** New grant of the page; null when nothing is granted. */
  readonly site: PageSite | null
}

/** The grant that the wallet gave to the page, as the page stores it. */
export interface PageSite {
  /** Accounts, never empty, the selected one first. */
  readonly accounts: readonly string[]
  /** EIP-155 number of the page's current chain. */
  readonly chain: number
  readonly rpcUrl: string
}

/** Reads a page's request; null when it is malformed. */
export function readRequest(value: unknown): WindowRequest | null {
  const { type, method, params, chain, isScripted } = toRecord(value)
  if (type !== requestType || typeof method !== 'string' || method.length > 100) return null
  if (typeof chain !== 'number' || !Number.isSafeInteger(chain)) return null
  return { type: requestType, method, params, chain, isScripted: isScripted === true }
}

/** Reads a stored or received grant; null when it is malformed. */
export function readPageSite(value: unknown): PageSite | null {
  const { accounts, chain, rpcUrl } = toRecord(value)
  if (!Array.isArray(accounts) || accounts.length === 0 || accounts.length > 100) return null
  if (
    !accounts.every((account) => typeof account === 'string' && /^0x[0-9a-f]{40}$/i.test(account))
  )
    return null
  if (typeof chain !== 'number' || !Number.isSafeInteger(chain) || chain < 1) return null
  if (typeof rpcUrl !== 'string' || !/^https?:\/\//.test(rpcUrl) || rpcUrl.length > 200) return null
  return { accounts, chain, rpcUrl }
}
