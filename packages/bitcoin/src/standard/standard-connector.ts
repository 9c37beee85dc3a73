import type { Connector, ConnectRequest, Features } from '@latchkey/core'
import { addressOf, type ChainId, chainOf, LatchkeyError } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import { featuresOf } from '../connect/features.ts'
import type { ConnectorIdentity } from '../connect/found.ts'
import { type AccountGrant, findStoredSession, grantOfSession } from '../connect/granted.ts'
import { openListening } from '../connect/listening.ts'
import { grantOnChain, isOnChain, readAccounts, type StandardAccount } from './accounts.ts'
import {
  askFeature,
  hasFeature,
  listenTo,
  readUntrusted,
  type StandardWallet,
} from './standard-wallet.ts'
import { askAccounts, standardWire } from './standard-wire.ts'

/**
 * A connector of one Wallet Standard object. It calls only that object for as long as it exists.
 */
export function standardConnector(identity: ConnectorIdentity, wallet: StandardWallet): Connector {
  const state: {
    granted?: AccountGrant | undefined
    accounts: readonly StandardAccount[]
    chains: readonly ChainId[]
  } = { accounts: [], chains: [] }
  const {
    attach,
    detach,
    rest,
    forgetMissedEvent: forget,
    tell,
    watch,
  } = openListening(() => listenTo(wallet, (change) => handleWalletChange(change)))

  /**
   * Accounts that the wallet shares without a prompt. Many wallets share none before the first
   * request on a page.
   */
  const reportedAccounts = () => readAccounts(readUntrusted(wallet, 'accounts')) ?? []
  const endSession = (error?: unknown) => {
    state.granted = undefined
    state.accounts = []
    tell(error === undefined ? { type: 'end' } : { type: 'end', error })
  }
  const applyAccounts = (
    accounts: readonly StandardAccount[],
    preferredChains: readonly ChainId[],
  ) => {
    const previousGrant = state.granted
    const grant = grantOnChain(accounts, preferredChains)
    state.accounts = accounts
    state.granted = grant
    if (!previousGrant || JSON.stringify(grant.session) === JSON.stringify(previousGrant.session))
      return
    const hasOtherChain =
      chainOf(grant.session.selected) !== chainOf(previousGrant.session.selected)
    tell({ type: 'session', session: grant.session, reason: hasOtherChain ? 'chain' : 'accounts' })
  }
  const handleWalletChange = (change: unknown) => {
    if (!state.granted) return
    const isFeatureAccounts =
      readUntrusted(change, 'features') !== undefined &&
      readUntrusted(change, 'chains') === undefined
    const list = readUntrusted(change, 'accounts')
    if (list === undefined && isFeatureAccounts) return
    const accounts = list === undefined ? reportedAccounts() : readAccounts(list)
    // When a wallet does not report its present accounts, the session ends instead of showing old
    // ones.
    if (!accounts || accounts.length === 0) return endSession()
    try {
      applyAccounts(accounts, [chainOf(state.granted.session.selected), ...state.chains])
    } catch (error) {
      endSession(error)
    }
  }
  const findAccount = (address: string) =>
    state.accounts.find((account) => account.address === address)
  /**
   * A wallet signs only for its own account objects, so after a reload these are requested again
   * when they are first needed.
   */
  const rawAccountOf = async (
    address: string,
    signal: AbortSignal | undefined,
  ): Promise<object> => {
    const { granted: grant } = state
    const isGranted = grant?.session.accounts.some(({ account }) => addressOf(account) === address)
    if (isGranted && !findAccount(address)) {
      state.accounts = reportedAccounts()
      const accounts = findAccount(address) ? state.accounts : await askAccounts(wallet, signal)
      if (state.granted === grant) state.accounts = accounts
    }
    if (signal?.aborted) throw new LatchkeyError('aborted', { cause: signal.reason })
    const rawAccount = findAccount(address)?.rawAccount
    if (!rawAccount)
      throw new LatchkeyError('account-missing', {
        reason: `the wallet shares no account ${address}`,
      })
    return rawAccount
  }
  const standardRequests = standardWire(wallet, {
    selected: () => state.granted && addressOf(state.granted.session.selected),
    rawOf: rawAccountOf,
  })
  const allFeatures = featuresOf(standardRequests, {
    session: () => state.granted?.session,
    publicKey: (address) => state.granted?.keys.get(address) ?? findAccount(address)?.publicKey,
  })

  /**
   * Switches the chain by the wallet's own request, which takes a CAIP-2 network. When the wallet
   * then reports no account on that network, it is asked for its accounts.
   */
  const switchChain: Features['switchChain'] = async ({ chain: { id: chain }, signal }) => {
    await race(() => askFeature(wallet, 'bitcoin:switchNetwork', chain), signal)
    // The wallet may report the switch by an event, which arrives a tick later.
    await new Promise((resolve) => setTimeout(resolve, 0))
    const { granted: grant } = state
    if (!grant || chainOf(grant.session.selected) === chain) return
    const currentAccounts = reportedAccounts()
    const accounts = currentAccounts.some((account) => isOnChain(account, chain))
      ? currentAccounts
      : await askAccounts(wallet, signal)
    if (state.granted === grant) applyAccounts(accounts, [chain])
  }
  const askGrant = async ({
    silent,
    signal,
    last,
    ...request
  }: ConnectRequest): Promise<AccountGrant> => {
    const chains = request.chains.map(({ id }) => id)
    if (!silent) {
      state.accounts = await askAccounts(wallet, signal)
      return grantOnChain(state.accounts, chains)
    }
    if (state.granted) return state.granted
    const previousGrant = findStoredSession(last)
    const accounts = reportedAccounts()
    if (accounts.length === 0) return grantOfSession(previousGrant, chains)
    state.accounts = accounts
    return grantOnChain(
      accounts,
      [chainOf(previousGrant.selected), ...chains].filter((one) => chains.includes(one)),
    )
  }

  return {
    ...identity,
    namespaces: ['bip122'],
    features: {
      request: allFeatures.request,
      ...(hasFeature(wallet, 'bitcoin:signMessage') && { signMessage: allFeatures.signMessage }),
      ...(hasFeature(wallet, 'bitcoin:signTransaction') && {
        async transfer(parameters: Parameters<typeof allFeatures.transfer>[0]) {
          // Spending from a nested address needs its public key, which sessions do not store.
          await rawAccountOf(addressOf(parameters.transfer.from), parameters.signal)
          return allFeatures.transfer(parameters)
        },
      }),
      ...(hasFeature(wallet, 'bitcoin:switchNetwork') && { switchChain }),
    },
    async connect(request) {
      attach()
      try {
        const grant = await askGrant(request)
        state.granted = grant
        state.chains = request.chains.map(({ id }) => id)
        forget()
        return { sessions: [grant.session] }
      } catch (error) {
        rest()
        state.granted = undefined
        state.accounts = []
        throw error
      }
    },
    async disconnect() {
      detach()
      forget()
      state.granted = undefined
      state.accounts = []
      const disconnectFeature = ['bitcoin:disconnect', 'standard:disconnect'].find((one) =>
        hasFeature(wallet, one),
      )
      // Not every wallet supports or answers a disconnect, so the wait for an answer is at most 100
      // ms.
      if (disconnectFeature)
        await race(() => askFeature(wallet, disconnectFeature), AbortSignal.timeout(100)).catch(
          () => {},
        )
    },
    watch,
  }
}
