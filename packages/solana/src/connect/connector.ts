import type {
  Connector,
  ConnectorEvent,
  ConnectRequest,
  Grant,
  Session,
  WalletIdentity,
} from '@latchkey/core'
import { addressOf, type Chain, chainOf, LatchkeyError } from '@latchkey/protocol'
import { connectWithSignIn, signIn, signInTextOf } from '../features/sign-in.ts'
import { signMessage } from '../features/sign-message.ts'
import { readAccounts, type StandardAccount } from './account.ts'
import { sessionOf } from './session.ts'
import { askFeature, hasFeature, listenToChanges, type StandardWallet } from './standard-wallet.ts'
import { standardWire } from './standard-wire.ts'

/** The connector of one Wallet Standard object; it never calls any other object. */
export function standardConnector(
  id: string,
  identity: WalletIdentity,
  wallet: StandardWallet,
): Connector {
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const state: {
    accounts: readonly StandardAccount[]
    chains: readonly Chain[]
    session?: Session | undefined
    missed?: ConnectorEvent | undefined
    stop?: (() => void) | undefined
  } = { accounts: [], chains: [] }

  const tellListeners = (event: ConnectorEvent) => {
    if (listeners.size === 0) state.missed = event
    for (const listener of [...listeners]) {
      listener(event)
    }
  }
  const forgetSession = () => {
    state.session = undefined
    state.accounts = []
  }
  const handleChange = (change: unknown) => {
    const previousSession = state.session
    const accounts = previousSession && readAccounts(accountsOfAnswer(change))
    if (!accounts) return
    if (accounts.length === 0) {
      forgetSession()
      return tellListeners({ type: 'end' })
    }
    state.accounts = accounts
    const session = sessionOf(accounts, state.chains, chainOf(previousSession.selected))
    if (JSON.stringify(session) === JSON.stringify(previousSession)) return
    state.session = session
    const isOtherChain =
      addressOf(session.selected) === addressOf(previousSession.selected) &&
      session.selected !== previousSession.selected
    tellListeners({ type: 'session', session, reason: isOtherChain ? 'chain' : 'accounts' })
  }
  const attachListeners = () => {
    state.stop ??= listenToChanges(wallet, handleChange)
  }
  const detachListeners = () => {
    state.stop?.()
    state.stop = undefined
  }
  const rawAccountOf = (address: string): object => {
    const matchingAccount = state.accounts.find((account) => account.address === address)
    if (!matchingAccount)
      throw new LatchkeyError('account-missing', {
        reason: `the wallet shares no account ${address}`,
      })
    return matchingAccount.raw
  }

  const wire = standardWire(wallet, rawAccountOf)

  const grantSession = (
    accounts: readonly StandardAccount[] | null,
    chains: readonly Chain[],
  ): Session => {
    if (!accounts)
      throw new LatchkeyError('wallet-answer-invalid', {
        reason: 'the wallet answered no accounts',
      })
    if (accounts.length === 0)
      throw new LatchkeyError('account-missing', { reason: 'the wallet shares no account' })
    state.accounts = accounts
    state.chains = chains
    state.session = sessionOf(accounts, chains, chains[0]?.id)
    return state.session
  }
  const readGrant = async ({
    silent,
    signal,
    signIn: challenge,
    ...request
  }: ConnectRequest): Promise<Grant> => {
    const chains = request.chains.filter((chain) => chain.id.startsWith('solana:'))
    const [chain] = chains
    if (challenge && chain && !silent && hasFeature(wallet, 'solana:signIn')) {
      const { signer, proof } = await connectWithSignIn(wallet, {
        chain: chain.id,
        challenge,
        signal,
      })
      const otherAccounts = (readAccounts(accountsOfAnswer(wallet)) ?? []).filter(
        ({ address }) => address !== signer.address,
      )
      return { sessions: [grantSession([signer, ...otherAccounts], chains)], proofs: [proof] }
    }
    const answer = await askFeature(
      wallet,
      'standard:connect',
      silent ? { silent: true } : undefined,
      signal,
    )
    return { sessions: [grantSession(readAccounts(accountsOfAnswer(answer)), chains)] }
  }

  return {
    id,
    namespaces: ['solana'],
    wallet: identity,
    features: {
      signMessage: (parameters) => signMessage(wire, parameters),
      signIn: (parameters) => signIn(wallet, parameters),
      signInText: async (parameters) => signInTextOf(parameters),
      transfer: async (parameters) =>
        (await import('../features/transfer.ts')).transferAsset(wire, parameters),
      request: async (parameters) =>
        (await import('../features/request.ts')).requestByMethod(wire, parameters),
    },
    async connect(request): Promise<Grant> {
      attachListeners()
      try {
        const grant = await readGrant(request)
        state.missed = undefined
        return grant
      } catch (error) {
        if (listeners.size === 0) detachListeners()
        forgetSession()
        throw error
      }
    },
    async disconnect() {
      detachListeners()
      forgetSession()
      state.missed = undefined
      // Some wallets do not support `standard:disconnect`, and some never answer it, so the answer
      // is awaited for 100 ms at most.
      await askFeature(wallet, 'standard:disconnect', undefined, AbortSignal.timeout(100)).catch(
        () => {},
      )
    },
    watch(listener) {
      listeners.add(listener)
      attachListeners()
      const { missed } = state
      state.missed = undefined
      // Delivers an event that came between the grant and the first listener.
      if (missed) queueMicrotask(() => listeners.has(listener) && listener(missed))
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) detachListeners()
      }
    },
  }
}

function accountsOfAnswer(answer: unknown): unknown {
  try {
    return (answer as { accounts?: unknown } | null)?.accounts
  } catch {
    return undefined
  }
}
