import type {
  Connector,
  ConnectorEvent,
  ConnectRequest,
  Grant,
  Session,
  WalletIdentity,
} from '@latchkey/core'
import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { readAccounts } from '../encoding/account.ts'
import { isSameAddress } from '../encoding/address.ts'
import { readChainId } from '../encoding/chain-id.ts'
import type { Wire } from '../wire.ts'
import { askProvider, listenTo, type Provider } from './provider.ts'
import { sessionOf } from './session.ts'

type WalletState = { readonly addresses: readonly string[]; readonly chain: ChainId }

/** Makes the connector of one EIP-1193 provider; it never calls another provider object. */
export function providerConnector(
  id: string,
  wallet: WalletIdentity,
  provider: Provider,
): Connector {
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const providerState: {
    present?: WalletState | undefined
    /**
     * The chain of the last session; set while the wallet shares no account but may only be locked.
     */
    left?: ChainId | undefined
    missed?: ConnectorEvent | undefined
    stops: (() => void)[]
  } = { stops: [] }

  const notifyListeners = (event: ConnectorEvent) => {
    if (listeners.size === 0) providerState.missed = event
    for (const listener of [...listeners]) {
      listener(event)
    }
  }
  const endSession = (error?: unknown) => {
    providerState.present = undefined
    notifyListeners(error === undefined ? { type: 'end' } : { type: 'end', error })
  }
  const isPermitted = async () => (await import('./is-permitted.ts')).isPermitted(provider)
  /**
   * Handles a wallet that no longer shares any account, because it is locked or the permission was
   * withdrawn. The session is reported as ended at once, because the shown account could no longer
   * sign.
   */
  const loseAccounts = async (chain: ChainId) => {
    providerState.present = undefined
    providerState.left = chain
    notifyListeners({ type: 'end', isLocked: true })
    if ((await isPermitted()) || providerState.left !== chain) return
    providerState.left = undefined
    notifyListeners({ type: 'end' })
  }
  const regainAccounts = (addresses: readonly string[], chain: ChainId) => {
    providerState.left = undefined
    notifyListeners({ type: 'session', session: sessionOf(addresses, chain), reason: 'accounts' })
  }
  const changeSession = (next: Partial<WalletState>, reason: 'accounts' | 'chain') => {
    const previousState = providerState.present
    if (!previousState) return
    const nextState = { ...previousState, ...next }
    if (
      nextState.chain === previousState.chain &&
      isSameList(nextState.addresses, previousState.addresses)
    )
      return
    providerState.present = nextState
    notifyListeners({
      type: 'session',
      session: sessionOf(nextState.addresses, nextState.chain),
      reason,
    })
  }
  const attachListeners = () => {
    if (providerState.stops.length > 0) return
    providerState.stops = [
      listenTo(provider, 'accountsChanged', (payload) => {
        const addresses = readAccounts(payload)
        if (providerState.present && addresses?.length === 0)
          void loseAccounts(providerState.present.chain)
        else if (addresses && providerState.left && addresses.length > 0)
          regainAccounts(addresses, providerState.left)
        else if (addresses) changeSession({ addresses }, 'accounts')
      }),
      listenTo(provider, 'chainChanged', (payload) => {
        const chain = readChainId(payload)
        if (chain) changeSession({ chain }, 'chain')
      }),
      listenTo(provider, 'disconnect', async (error) => {
        if (!providerState.present) return
        // Code 1013 means "try again later" (RFC 6455). After it the wallet recovers by itself, so
        // the session ends only if the wallet shares no account any more.
        const isTemporaryDisconnect = (error as { code?: unknown } | null)?.code === 1013
        const addresses =
          isTemporaryDisconnect &&
          readAccounts(await askProvider(provider, 'eth_accounts').catch(() => null))
        if (!addresses || addresses.length === 0) endSession(error)
      }),
    ]
  }
  const detachListeners = () => {
    for (const stop of providerState.stops.splice(0)) {
      stop()
    }
  }
  const wire: Wire = {
    hasPresentChain: true,
    ask: (method, params, options) => askProvider(provider, method, params, options.signal),
    nextChain: (ms) =>
      new Promise((resolve) => {
        const endWait = () => {
          clearTimeout(timer)
          stop()
          resolve()
        }
        const timer = setTimeout(endWait, ms)
        const stop = listenTo(provider, 'chainChanged', endWait)
      }),
  }

  /**
   * Connects and signs in by one prompt. Null when no sign-in is wanted, or when the wallet cannot.
   */
  const signInAtOnce = async ({ signIn: challenge, silent, chains, signal }: ConnectRequest) => {
    const [chain] = chains
    if (!challenge || silent || !chain) return null
    const { connectWithSignIn } = await import('./connect-with-sign-in.ts')
    return connectWithSignIn(provider, { chain: chain.id, challenge, signal })
  }
  const readSession = async (
    request: ConnectRequest,
    connected: readonly string[] | undefined,
  ): Promise<Session> => {
    const { chains, silent, signal } = request
    const addresses =
      connected ??
      readAccounts(
        await askProvider(
          provider,
          silent ? 'eth_accounts' : 'eth_requestAccounts',
          undefined,
          signal,
        ),
      )
    if (!addresses)
      throw new LatchkeyError('wallet-answer-invalid', {
        reason: 'the wallet answered no list of accounts',
      })
    if (addresses.length === 0) {
      const [chain] = chains
      if (silent && chain && (await isPermitted())) {
        providerState.left = chain.id
        throw new LatchkeyError('wallet-locked')
      }
      throw new LatchkeyError('account-missing', { reason: 'the wallet shares no account' })
    }
    providerState.left = undefined
    const readCurrentChain = async () => {
      const chain = readChainId(await askProvider(provider, 'eth_chainId', undefined, signal))
      if (!chain)
        throw new LatchkeyError('wallet-answer-invalid', {
          reason: 'eth_chainId answered no chain',
        })
      return chain
    }
    const chain = await readCurrentChain()
    const [wished] = chains
    providerState.present = { addresses, chain }
    if (!silent && wished && !chains.some(({ id }) => id === chain)) {
      const { switchChain } = await import('../features/switch-chain.ts')
      // When the wallet does not switch, it is connected all the same: the page shows the wallet's
      // chain and offers the switch again.
      await switchChain(wire, { chain: wished, signal }).catch(() => {})
      const currentChain = await readCurrentChain()
      providerState.present &&= { ...providerState.present, chain: currentChain }
    }
    if (!providerState.present)
      throw new LatchkeyError('account-missing', { reason: 'the wallet took its accounts back' })
    return sessionOf(providerState.present.addresses, providerState.present.chain)
  }

  return {
    id,
    namespaces: ['eip155'],
    wallet,
    features: {
      signMessage: async (parameters) =>
        (await import('../features/sign-message.ts')).signMessage(wire, parameters),
      switchChain: async (parameters) => {
        await (await import('../features/switch-chain.ts')).switchChain(wire, parameters)
        // Some wallets switch without sending an event, so the session is changed here.
        changeSession({ chain: parameters.chain.id }, 'chain')
      },
      transfer: async (parameters) =>
        (await import('../features/transfer.ts')).transferAsset(wire, parameters),
      sendCall: async (parameters) =>
        (await import('../features/send-call.ts')).sendCall(wire, parameters),
      capabilities: async (parameters) =>
        (await import('../features/capabilities.ts')).askCapabilities(wire, parameters),
      request: async ({ chain, method, params, signal }) => {
        // A request for another chain than the wallet's present one is refused, because the wallet
        // would answer it for its present chain.
        if (providerState.present && providerState.present.chain !== chain)
          throw new LatchkeyError('chain-mismatch', {
            reason: `the wallet is on ${providerState.present.chain}, not ${chain}`,
          })
        return askProvider(provider, method, params, signal)
      },
    },
    async connect(request): Promise<Grant> {
      attachListeners()
      try {
        const signedIn = await signInAtOnce(request)
        const session = await readSession(request, signedIn?.addresses)
        providerState.missed = undefined
        return { sessions: [session], ...(signedIn?.proof && { proofs: [signedIn.proof] }) }
      } catch (error) {
        if (listeners.size === 0) detachListeners()
        providerState.present = undefined
        throw error
      }
    },
    async disconnect() {
      detachListeners()
      providerState.present = providerState.left = providerState.missed = undefined
      // Some wallets that do not have this method never answer, so the request ends after 100 ms;
      // wallets that have the method answer sooner.
      await askProvider(
        provider,
        'wallet_revokePermissions',
        [{ eth_accounts: {} }],
        AbortSignal.timeout(100),
      ).catch(() => {})
    },
    watch(listener) {
      listeners.add(listener)
      attachListeners()
      const { missed } = providerState
      providerState.missed = undefined
      // Delivers an event of the wallet that came after the connection but before the first
      // listener was added.
      if (missed) queueMicrotask(() => listeners.has(listener) && listener(missed))
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) detachListeners()
      }
    },
  }
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((address, i) => isSameAddress(address, b[i] ?? ''))
}
