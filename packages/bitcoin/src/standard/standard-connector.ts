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
 * A connector of one Wallet Standard object. It asks that object and no other, for as long as it
 * lives.
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

  /** What it tells unasked: many tell nothing before they were asked on this page. */
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
    // Who does not say which accounts there are now cannot be shown with the old ones.
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
   * A wallet signs for account objects of its own only: after a reload it is asked for them when
   * they are first wanted.
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
   * By the wallet's own question for it (which CAIP-2 names the network), and by asking for the
   * accounts where it tells none there.
   */
  const switchChain: Features['switchChain'] = async ({ chain: { id: chain }, signal }) => {
    await race(() => askFeature(wallet, 'bitcoin:switchNetwork', chain), signal)
    // What it tells by events comes in the same breath.
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
          // Coins of a nested address cannot be described without its key, which sessions do not
          // keep.
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
      // Not every wallet has it, and not every one answers: 100 ms are enough for those that do.
      if (feature)
        await race(() => askFeature(wallet, feature), AbortSignal.timeout(100)).catch(() => {})
    },
    watch,
  }
}
