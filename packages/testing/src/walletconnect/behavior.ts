import type { WireError } from '@latchkey/walletconnect/parts'

/**
 * How the scriptable wallet handles a proposal, a sign-in or a request. `approve` answers like a
 * correct wallet · `reject` answers 5000 · `hang` answers when released · `twice` answers twice,
 * differently the second time · `die` answers nothing any more and leaves its relays · `late`
 * approves after the given milliseconds · `lie` answers a request with the given value · `error`
 * answers with the given error, `{}` included, as live wallets do · `settle` approves a proposal,
 * then settles with accounts of another namespace, with none, in the past, without metadata, or
 * never.
 */
export type WalletConnectBehavior =
  | 'approve'
  | 'reject'
  | 'hang'
  | 'twice'
  | 'die'
  | { readonly late: number }
  | { readonly lie: unknown }
  | { readonly error: WireError }
  | { readonly settle: WrongSettlement }

export type WrongSettlement =
  | 'foreign-accounts'
  | 'no-accounts'
  | 'past-expiry'
  | 'no-controller'
  | 'never'

/** The settlement, made wrong on demand. */
export function settlementOf(
  right: {
    readonly namespaces: Readonly<Record<string, { readonly accounts: readonly string[] }>>
    readonly expiry: number
    readonly controller: object
    readonly [field: string]: unknown
  },
  wrong?: WrongSettlement,
): object {
  const replaceAccounts = (list: readonly string[]): object =>
    Object.fromEntries(
      Object.entries(right.namespaces).map(([key, entry]) => [key, { ...entry, accounts: list }]),
    )
  if (wrong === 'foreign-accounts')
    return { ...right, namespaces: replaceAccounts(['foreign:1:somebody']) }
  if (wrong === 'no-accounts') return { ...right, namespaces: replaceAccounts([]) }
  if (wrong === 'past-expiry') return { ...right, expiry: Math.floor(Date.now() / 1000) - 1 }
  if (wrong === 'no-controller') return { ...right, controller: undefined }
  return right
}

/** The granted part of a proposal: the wallet's accounts on the chains of each namespace. */
export function grantOf(
  asked: Readonly<Record<string, unknown>>,
  accounts: readonly string[],
): Record<string, { chains: string[]; accounts: string[]; methods: string[]; events: string[] }> {
  const granted: ReturnType<typeof grantOf> = {}
  for (const [key, value] of Object.entries(asked)) {
    const { chains, methods, events } = value as Record<string, string[] | undefined>
    const wanted = chains ?? (key.includes(':') ? [key] : [])
    const ours = accounts.filter((account) =>
      wanted.includes(account.slice(0, account.lastIndexOf(':'))),
    )
    if (ours.length === 0) continue
    const held = [...new Set(ours.map((account) => account.slice(0, account.lastIndexOf(':'))))]
    granted[key] = { chains: held, accounts: ours, methods: methods ?? [], events: events ?? [] }
  }
  return granted
}
