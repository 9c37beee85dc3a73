import { toRecord } from './chain.ts'
import type { Family, FamilyAddress, FamilyModule } from './family/family.ts'
import { type FamilyGrant, type GrantStore, type Grants, parseGrants } from './family/grants.ts'
import { seedOfMnemonic } from './family/seed-of.ts'
import { ProviderError, rejected, unauthorized } from './provider/provider-error.ts'
import type { Approve, SharedAccounts } from './window/approval.ts'

export interface FamilySignerOptions {
  readonly mnemonic: string
  /** Number of accounts that a visitor may choose from. */
  readonly count: number
  /** Local HTTP addresses: JSON-RPC of Solana, Esplora of Bitcoin, Hiro's API of Stacks. */
  readonly nodes: Readonly<Record<Family, string>>
  readonly approve: Approve
  readonly grants: GrantStore
}

/**
 * Answers requests for Solana, Bitcoin and Stacks as a wallet does, for any number of sites.
 * Requests are plain calls, without the envelope of a wallet standard.
 */
export interface FamilySigner {
  grants(): Grants
  /** Returns the addresses that are granted to the site, without a prompt. */
  granted(origin: string, families: readonly Family[]): readonly FamilyAddress[]
  /** Prompts once for all families that are not granted yet. Errors: 4001. */
  connect(origin: string, families: readonly Family[]): Promise<readonly FamilyAddress[]>
  /**
   * Handles one request of a site. Errors: 4001, 4100 (not connected), 4200 (unknown method), 4901,
   * -32602, -32603.
   */
  request(call: {
    readonly origin: string
    readonly family: Family
    readonly method: string
    readonly params?: unknown
  }): Promise<unknown>
  /** The addresses of one account (by its index) in the given families. */
  addresses(families: readonly Family[], account: number): Promise<readonly FamilyAddress[]>
  /** The accounts a visitor can choose from, with their addresses in the given families. */
  offer(families: readonly Family[]): Promise<SharedAccounts['offered']>
  /** Switches a site to another account, in all its granted families. */
  select(origin: string, account: number): Promise<void>
  revoke(origin: string, families: readonly Family[]): void
}

const moduleLoaders: Readonly<Record<Family, () => Promise<FamilyModule>>> = {
  solana: () => import('./solana/solana.ts').then(({ solana }) => solana),
  bitcoin: () => import('./bitcoin/bitcoin.ts').then(({ bitcoin }) => bitcoin),
  stacks: () => import('./stacks/stacks.ts').then(({ stacks }) => stacks),
}

/** Creates the signer; the code of a family is loaded at its first use. */
export function createFamilySigner({
  mnemonic,
  count,
  nodes,
  approve,
  grants,
}: FamilySignerOptions): FamilySigner {
  const seedCache: { seed?: Promise<Uint8Array> } = {}
  const readSeed = (): Promise<Uint8Array> => {
    seedCache.seed ??= seedOfMnemonic(mnemonic)
    return seedCache.seed
  }
  const readGrants = (): Grants => parseGrants(grants.read())
  const grantOf = (origin: string, family: Family): FamilyGrant | undefined =>
    Object.hasOwn(readGrants(), origin) ? readGrants()[origin]?.[family] : undefined
  const listAddresses = async (
    families: readonly Family[],
    account: number,
  ): Promise<readonly FamilyAddress[]> => {
    const walletSeed = await readSeed()
    const addressLists = await Promise.all(
      families.map(async (family) =>
        (await moduleLoaders[family]()).addresses(walletSeed, account),
      ),
    )
    return addressLists.flat()
  }
  const writeGrants = (
    origin: string,
    change: (previousGrants: Grants[string]) => Grants[string],
  ): void => {
    const { [origin]: previousGrants = {}, ...otherSites } = readGrants()
    const newGrants = change(previousGrants)
    grants.write(
      Object.keys(newGrants).length > 0 ? { ...otherSites, [origin]: newGrants } : otherSites,
    )
  }
  const grantFamilies = async (
    origin: string,
    families: readonly Family[],
    account: number,
  ): Promise<void> => {
    const foundAddresses = await listAddresses(families, account)
    writeGrants(origin, (previousGrants) => ({
      ...previousGrants,
      ...Object.fromEntries(
        families.map((family) => [
          family,
          {
            account,
            addresses: foundAddresses.filter((familyAddress) => familyAddress.family === family),
          },
        ]),
      ),
    }))
  }
  const listGranted: FamilySigner['granted'] = (origin, families) =>
    families.flatMap((family) => grantOf(origin, family)?.addresses ?? [])

  const offerAccounts: FamilySigner['offer'] = (families) =>
    Promise.all(
      Array.from({ length: count }, async (_, account) => ({
        id: String(account),
        addresses: (await listAddresses(families, account)).map(({ purpose, family, address }) => ({
          name: describeAddress(family, purpose),
          address,
        })),
      })),
    )

  return {
    grants: readGrants,
    granted: listGranted,
    addresses: listAddresses,
    offer: offerAccounts,
    async connect(origin, families) {
      const missingFamilies = families.filter((family) => !grantOf(origin, family))
      if (missingFamilies.length > 0) {
        const offeredAccounts = await offerAccounts(missingFamilies)
        const answer = await approve({ kind: 'accounts', origin, offered: offeredAccounts })
        const chosenId = readChoice(answer)
        const account = offeredAccounts.findIndex(({ id }) => id === chosenId)
        if (account < 0) throw rejected()
        await grantFamilies(origin, missingFamilies, account)
      }
      return listGranted(origin, families)
    },
    async request({ origin, family, method, params }) {
      const { verbs } = await moduleLoaders[family]()
      const methodHandler = Object.hasOwn(verbs, method) ? verbs[method] : undefined
      if (!methodHandler)
        throw new ProviderError(
          4200,
          `The test wallet does not know ${String(method).slice(0, 60)}`,
        )
      const existingGrant = grantOf(origin, family)
      // A sign-in needs no earlier grant, because it also connects, with one prompt (Wallet
      // Standard, `solana:signIn`).
      const isConnecting = family === 'solana' && method === 'signIn'
      if (!existingGrant && !isConnecting) throw unauthorized()
      const account = existingGrant?.account ?? 0
      const context = { origin, approve, account, seed: await readSeed(), nodeUrl: nodes[family] }
      const result = await methodHandler(context, toRecord(params))
      if (!existingGrant) await grantFamilies(origin, [family], account)
      return result
    },
    async select(origin, account) {
      const grantedFamilies = Object.keys(readGrants()[origin] ?? {}) as Family[]
      if (grantedFamilies.length === 0 || account < 0 || account >= count) throw unauthorized()
      await grantFamilies(origin, grantedFamilies, account)
    },
    revoke: (origin, families) =>
      writeGrants(origin, (previousGrants) =>
        Object.fromEntries(
          Object.entries(previousGrants).filter(([family]) => !families.includes(family as Family)),
        ),
      ),
  }
}

/**
 * Reads which account the visitor chose; an approval that names no account selects the first one.
 */
function readChoice(answer: boolean | readonly string[]): string | undefined {
  if (answer === true) return '0'
  return answer === false ? undefined : answer[0]
}

function describeAddress(family: Family, purpose: FamilyAddress['purpose']): string {
  const names = {
    solana: 'Solana',
    bitcoin: purpose === 'ordinals' ? 'Ordinals' : 'Bitcoin',
    stacks: 'Stacks',
  }
  return names[family]
}
