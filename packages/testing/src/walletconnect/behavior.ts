import type { WireError } from '@latchkey/walletconnect/parts'

/**
 * How the scriptable wallet handles a proposal, a sign-in or a request. `approve` answers like a
 * correct wallet · `reject` answers error 5000 · `hang` answers only when `release` is called ·
 * `twice` answers twice, differently the second time · `die` answers nothing any more and leaves
 * its relays · `late` approves after the given milliseconds · `lie` answers a request with the
 * given value · `error` answers with the given error, which may be `{}`, as live wallets send it ·
 * `settle` approves a proposal, but its settlement has accounts of another namespace, no accounts,
 * an expiry in the past or no metadata, or is never sent.
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

/** Creates the message that settles a session; `fault` makes it faulty. */
export function makeSettlement(
  rightSettlement: {
    readonly namespaces: Readonly<Record<string, { readonly accounts: readonly string[] }>>
    readonly expiry: number
    readonly controller: object
    readonly [field: string]: unknown
  },
  wrongSettlement?: WrongSettlement,
): object {
  const replaceAccounts = (list: readonly string[]): object =>
    Object.fromEntries(
      Object.entries(rightSettlement.namespaces).map(([key, entry]) => [
        key,
        { ...entry, accounts: list },
      ]),
    )
  if (wrongSettlement === 'foreign-accounts')
    return { ...rightSettlement, namespaces: replaceAccounts(['foreign:1:somebody']) }
  if (wrongSettlement === 'no-accounts')
    return { ...rightSettlement, namespaces: replaceAccounts([]) }
  if (wrongSettlement === 'past-expiry')
    return { ...rightSettlement, expiry: Math.floor(Date.now() / 1000) - 1 }
  if (wrongSettlement === 'no-controller') return { ...rightSettlement, controller: undefined }
  return rightSettlement
}

/** The namespaces that the wallet grants for a proposal: its accounts on the requested chains. */
export function grantOfProposal(
  requestedNamespaces: Readonly<Record<string, unknown>>,
  accounts: readonly string[],
): Record<string, { chains: string[]; accounts: string[]; methods: string[]; events: string[] }> {
  const grantedNamespaces: ReturnType<typeof grantOfProposal> = {}
  for (const [key, value] of Object.entries(requestedNamespaces)) {
    const { chains, methods, events } = value as Record<string, string[] | undefined>
    const requestedChains = chains ?? (key.includes(':') ? [key] : [])
    const ownAccounts = accounts.filter((account) =>
      requestedChains.includes(account.slice(0, account.lastIndexOf(':'))),
    )
    if (ownAccounts.length === 0) continue
    const accountChains = [
      ...new Set(ownAccounts.map((account) => account.slice(0, account.lastIndexOf(':')))),
    ]
    grantedNamespaces[key] = {
      chains: accountChains,
      accounts: ownAccounts,
      methods: methods ?? [],
      events: events ?? [],
    }
  }
  return grantedNamespaces
}
