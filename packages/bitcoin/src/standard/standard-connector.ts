import type { Connector, ConnectRequest, Features } from '@latchkey/core'
import { addressOf, type ChainId, chainOf, LatchkeyError } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import { featuresOf } from '../connect/features.ts'
import type { Face } from '../connect/found.ts'
import { type Granted, grantedBefore, stillGranted } from '../connect/granted.ts'
import { openListening } from '../connect/listening.ts'
import { grantedOn, isOn, readAccounts, type StandardAccount } from './accounts.ts'
import { askFeature, hasFeature, listenTo, peekAt, type StandardWallet } from './standard-wallet.ts'
import { askAccounts, standardWire } from './standard-wire.ts'

/**
 * A connector of one Wallet Standard object. It calls only that object for as long as it exists.
 */
export function standardConnector(face: Face, wallet: StandardWallet): Connector {
  const held: {
    granted?: Granted | undefined
    accounts: readonly StandardAccount[]
    chains: readonly ChainId[]
  } = { accounts: [], chains: [] }
  const { attach, detach, rest, forget, tell, watch } = openListening(() =>
    listenTo(wallet, (change) => hearChange(change)),
  )

  /**
   * Accounts that the wallet shares without a prompt: many share none before the first request on a
   * page.
   */
  const toldAccounts = () => readAccounts(peekAt(wallet, 'accounts')) ?? []
  const endSession = (error?: unknown) => {
    held.granted = undefined
    held.accounts = []
    tell(error === undefined ? { type: 'end' } : { type: 'end', error })
  }
  const takeAccounts = (accounts: readonly StandardAccount[], wished: readonly ChainId[]) => {
    const before = held.granted
    const granted = grantedOn(accounts, wished)
    held.accounts = accounts
    held.granted = granted
    if (!before || JSON.stringify(granted.session) === JSON.stringify(before.session)) return
    const isElsewhere = chainOf(granted.session.selected) !== chainOf(before.session.selected)
    tell({ type: 'session', session: granted.session, reason: isElsewhere ? 'chain' : 'accounts' })
  }
  const hearChange = (change: unknown) => {
    if (!held.granted) return
    const isOfFeatures =
      peekAt(change, 'features') !== undefined && peekAt(change, 'chains') === undefined
    const list = peekAt(change, 'accounts')
    if (list === undefined && isOfFeatures) return
    const accounts = list === undefined ? toldAccounts() : readAccounts(list)
    // When a wallet does not report its present accounts, the session ends instead of showing old
    // ones.
    if (!accounts || accounts.length === 0) return endSession()
    try {
      takeAccounts(accounts, [chainOf(held.granted.session.selected), ...held.chains])
    } catch (error) {
      endSession(error)
    }
  }
  const findAccount = (address: string) =>
    held.accounts.find((account) => account.address === address)
  /**
   * A wallet signs only for its own account objects: after a reload they are requested when first
   * needed.
   */
  const rawOf = async (address: string, signal: AbortSignal | undefined): Promise<object> => {
    const { granted } = held
    const isGranted = granted?.session.accounts.some(
      ({ account }) => addressOf(account) === address,
    )
    if (isGranted && !findAccount(address)) {
      held.accounts = toldAccounts()
      const accounts = findAccount(address) ? held.accounts : await askAccounts(wallet, signal)
      if (held.granted === granted) held.accounts = accounts
    }
    if (signal?.aborted) throw new LatchkeyError('aborted', { cause: signal.reason })
    const raw = findAccount(address)?.raw
    if (!raw)
      throw new LatchkeyError('account-missing', {
        reason: `the wallet shares no account ${address}`,
      })
    return raw
  }
  const wire = standardWire(wallet, {
    selected: () => held.granted && addressOf(held.granted.session.selected),
    rawOf,
  })
  const all = featuresOf(wire, {
    session: () => held.granted?.session,
    publicKey: (address) => held.granted?.keys.get(address) ?? findAccount(address)?.publicKey,
  })

  /**
   * Uses the wallet's own request to switch (with a CAIP-2 network), and asks for the accounts when
   * it reports none on that network.
   */
  const switchChain: Features['switchChain'] = async ({ chain: { id: chain }, signal }) => {
    await race(() => askFeature(wallet, 'bitcoin:switchNetwork', chain), signal)
    // Wait one tick for the wallet's events.
    await new Promise((resolve) => setTimeout(resolve, 0))
    const { granted } = held
    if (!granted || chainOf(granted.session.selected) === chain) return
    const present = toldAccounts()
    const accounts = present.some((account) => isOn(account, chain))
      ? present
      : await askAccounts(wallet, signal)
    if (held.granted === granted) takeAccounts(accounts, [chain])
  }
  const askGrant = async ({
    silent,
    signal,
    last,
    ...request
  }: ConnectRequest): Promise<Granted> => {
    const chains = request.chains.map(({ id }) => id)
    if (!silent) {
      held.accounts = await askAccounts(wallet, signal)
      return grantedOn(held.accounts, chains)
    }
    if (held.granted) return held.granted
    const before = grantedBefore(last)
    const accounts = toldAccounts()
    if (accounts.length === 0) return stillGranted(before, chains)
    held.accounts = accounts
    return grantedOn(
      accounts,
      [chainOf(before.selected), ...chains].filter((one) => chains.includes(one)),
    )
  }

  return {
    ...face,
    namespaces: ['bip122'],
    features: {
      request: all.request,
      ...(hasFeature(wallet, 'bitcoin:signMessage') && { signMessage: all.signMessage }),
      ...(hasFeature(wallet, 'bitcoin:signTransaction') && {
        async transfer(parameters: Parameters<typeof all.transfer>[0]) {
          // Spending from a nested address needs its public key, which sessions do not store.
          await rawOf(addressOf(parameters.transfer.from), parameters.signal)
          return all.transfer(parameters)
        },
      }),
      ...(hasFeature(wallet, 'bitcoin:switchNetwork') && { switchChain }),
    },
    async connect(request) {
      attach()
      try {
        const granted = await askGrant(request)
        held.granted = granted
        held.chains = request.chains.map(({ id }) => id)
        forget()
        return { sessions: [granted.session] }
      } catch (error) {
        rest()
        held.granted = undefined
        held.accounts = []
        throw error
      }
    },
    async disconnect() {
      detach()
      forget()
      held.granted = undefined
      held.accounts = []
      const feature = ['bitcoin:disconnect', 'standard:disconnect'].find((one) =>
        hasFeature(wallet, one),
      )
      // Not every wallet supports this, and not every one answers: 100 ms are enough for the
      // others.
      if (feature)
        await race(() => askFeature(wallet, feature), AbortSignal.timeout(100)).catch(() => {})
    },
    watch,
  }
}
