import { type Address, getAddress, type LocalAccount, toHex } from 'viem'
import { parseAddedChain, parseChainNumber, type SignerChain, toRecord } from '../chain.ts'
import { callNode, readMethods } from '../provider/call-node.ts'
import { ProviderError, rejected, unauthorized } from '../provider/provider-error.ts'
import type { Approve } from '../window/approval.ts'
import {
  createMemoryStore,
  parseState,
  type SignerState,
  type SignerStore,
  type Site,
} from '../window/site.ts'
import { toList } from './parse-request.ts'
import { sendTransaction } from './send-transaction.ts'
import { signMessage, signTypedData } from './sign.ts'

/** An EIP-1193 event for the site of one origin. */
export type SignerEvent =
  | { readonly type: 'accountsChanged'; readonly accounts: readonly Address[] }
  | { readonly type: 'chainChanged'; readonly chain: number }

export interface SignerOptions {
  readonly accounts: readonly LocalAccount[]
  /** The chains that the signer knows at first, never empty; a new site starts on the first one. */
  readonly chains: readonly SignerChain[]
  readonly approve: Approve
  /** Storage of grants; default: in memory. */
  readonly store?: SignerStore
}

/** Answers EIP-1193 requests as a wallet does, for any number of sites. */
export interface Signer {
  readonly accounts: readonly Address[]
  readonly chains: () => readonly SignerChain[]
  readonly sites: () => SignerState['sites']
  /** Handles a request of a site; throws `ProviderError`. */
  request(call: {
    readonly origin: string
    readonly method: string
    readonly params?: unknown
  }): Promise<unknown>
  /** Selects one of a site's accounts. */
  selectAccount(origin: string, account: Address): void
  /** Switches a site to a known chain. */
  selectChain(origin: string, chain: number): void
  revoke(origin: string): void
  watch(origin: string, listener: (event: SignerEvent) => void): () => void
}

/** Creates a signer; it does nothing before the first request. */
export function createSigner({
  accounts,
  chains,
  approve,
  store = createMemoryStore(),
}: SignerOptions): Signer {
  const listeners = new Map<string, Set<(event: SignerEvent) => void>>()
  const readState = (): SignerState => parseState(store.read())
  const listChains = (): readonly SignerChain[] => [
    ...chains,
    ...readState().chains.filter((addedChain) => !chains.some(({ id }) => id === addedChain.id)),
  ]
  const firstChain = chains[0]
  if (!firstChain) throw new Error('a signer needs a chain')
  const siteOf = (origin: string): Site | undefined =>
    Object.hasOwn(readState().sites, origin) ? readState().sites[origin] : undefined
  const chainOf = (origin: string): SignerChain =>
    listChains().find(({ id }) => id === siteOf(origin)?.chain) ?? firstChain

  const changeSite = (origin: string, site: Site | undefined): void => {
    const previousSite = siteOf(origin)
    const { [origin]: _, ...otherSites } = readState().sites
    store.write({ ...readState(), sites: site ? { ...otherSites, [origin]: site } : otherSites })
    const tellListeners = (event: SignerEvent): void => {
      for (const listener of [...(listeners.get(origin) ?? [])]) {
        listener(event)
      }
    }
    const accountsNow = site?.accounts ?? []
    if (previousSite?.accounts.join() !== accountsNow.join())
      tellListeners({ type: 'accountsChanged', accounts: accountsNow })
    if (site && previousSite && previousSite.chain !== site.chain)
      tellListeners({ type: 'chainChanged', chain: site.chain })
  }
  const accountKeyOf = (origin: string, address: Address): LocalAccount => {
    const account = siteOf(origin)?.accounts.includes(address)
      ? accounts.find((candidate) => candidate.address === address)
      : undefined
    if (!account) throw unauthorized()
    return account
  }
  const connectSite = async (origin: string): Promise<readonly Address[]> => {
    const knownSite = siteOf(origin)
    if (knownSite) return knownSite.accounts
    const ownAddresses = accounts.map(({ address }) => address)
    const answer = await approve({ kind: 'connect', origin, accounts: ownAddresses })
    const chosenAccounts = readChoice(answer, ownAddresses)
    if (chosenAccounts.length === 0) throw rejected()
    changeSite(origin, { accounts: chosenAccounts, chain: firstChain.id })
    return chosenAccounts
  }
  const switchSiteChain = async (
    origin: string,
    chain: SignerChain,
    kind: 'switch-chain' | 'add-chain',
  ): Promise<null> => {
    if (kind === 'switch-chain' && chainOf(origin).id === chain.id) return null
    if (!siteOf(origin)) throw unauthorized()
    if (!(await approve({ kind, origin, chain }))) throw rejected()
    if (!listChains().some(({ id }) => id === chain.id))
      store.write({ ...readState(), chains: [...readState().chains, chain] })
    const site = siteOf(origin)
    if (site) changeSite(origin, { ...site, chain: chain.id })
    return null
  }
  const signingContextOf = (origin: string) => ({
    origin,
    chain: chainOf(origin),
    keyOf: (address: Address) => accountKeyOf(origin, address),
    approve,
  })

  const methodHandlers: Record<string, (origin: string, params: readonly unknown[]) => unknown> = {
    eth_accounts: (origin) => siteOf(origin)?.accounts ?? [],
    eth_requestAccounts: connectSite,
    eth_chainId: (origin) => toHex(chainOf(origin).id),
    personal_sign: (origin, params) => signMessage(signingContextOf(origin), params),
    eth_signTypedData_v4: (origin, params) => signTypedData(signingContextOf(origin), params),
    eth_sendTransaction: (origin, params) => sendTransaction(signingContextOf(origin), params),
    async wallet_requestPermissions(origin) {
      await connectSite(origin)
      return permissionsOf(siteOf(origin))
    },
    wallet_getPermissions: (origin) => permissionsOf(siteOf(origin)),
    wallet_revokePermissions(origin) {
      changeSite(origin, undefined)
      return null
    },
    wallet_getCapabilities: (origin) =>
      siteOf(origin)
        ? Object.fromEntries(
            listChains().map(({ id }) => [toHex(id), { atomic: { status: 'unsupported' } }]),
          )
        : {},
    wallet_switchEthereumChain(origin, params) {
      const id = parseChainNumber(toRecord(params[0]).chainId)
      const chain = listChains().find((candidate) => candidate.id === id)
      if (!chain)
        throw new ProviderError(4902, `The test wallet does not know chain ${id}: add it first`)
      return switchSiteChain(origin, chain, 'switch-chain')
    },
    async wallet_addEthereumChain(origin, params) {
      const addedChain = parseAddedChain(params[0])
      const knownChain = listChains().find(({ id }) => id === addedChain.id)
      if (knownChain) return switchSiteChain(origin, knownChain, 'switch-chain')
      const nodeChainId = await callNode(addedChain.rpcUrl, 'eth_chainId')
      if (nodeChainId !== toHex(addedChain.id))
        throw new ProviderError(-32602, 'The RPC address serves another chain')
      return switchSiteChain(origin, addedChain, 'add-chain')
    },
  }

  return {
    accounts: accounts.map(({ address }) => address),
    chains: listChains,
    sites: () => readState().sites,
    async request({ origin, method, params }) {
      if (typeof method !== 'string') throw new ProviderError(-32600, 'method must be text')
      const methodHandler = Object.hasOwn(methodHandlers, method)
        ? methodHandlers[method]
        : undefined
      if (methodHandler) return await methodHandler(origin, toList(params))
      if (readMethods.includes(method))
        return await callNode(chainOf(origin).rpcUrl, method, params ?? [])
      throw new ProviderError(4200, `The test wallet does not know ${method.slice(0, 60)}`)
    },
    selectAccount(origin, account) {
      const site = siteOf(origin)
      const address = getAddress(account)
      if (!site?.accounts.includes(address)) throw unauthorized()
      changeSite(origin, {
        ...site,
        accounts: [address, ...site.accounts.filter((candidate) => candidate !== address)],
      })
    },
    selectChain(origin, chain) {
      const site = siteOf(origin)
      if (!site) throw unauthorized()
      if (!listChains().some(({ id }) => id === chain))
        throw new ProviderError(4902, `unknown chain ${chain}`)
      changeSite(origin, { ...site, chain })
    },
    revoke: (origin) => changeSite(origin, undefined),
    watch(origin, listener) {
      const siteListeners = listeners.get(origin) ?? new Set()
      listeners.set(origin, siteListeners.add(listener))
      return () => siteListeners.delete(listener)
    },
  }
}

/**
 * Reads which accounts the visitor chose; an approval that names no accounts grants the first one.
 */
function readChoice(
  answer: boolean | readonly string[],
  ownAddresses: readonly Address[],
): readonly Address[] {
  if (answer === true) return ownAddresses.slice(0, 1)
  if (answer === false) return []
  return answer.flatMap((candidate) => ownAddresses.filter((address) => address === candidate))
}

function permissionsOf(site: Site | undefined): readonly unknown[] {
  return site
    ? [
        {
          parentCapability: 'eth_accounts',
          caveats: [{ type: 'restrictReturnedAccounts', value: site.accounts }],
        },
      ]
    : []
}
