import type { Kit } from '@latchkey/core'
import { perKit } from '@latchkey/core/inside'
import { ProviderRpcError, toProviderError } from './provider-error.ts'
import { openEmitter, type ProviderEvents, readProviderState } from './provider-events.ts'

/**
 * An EIP-1193 provider, in the form that viem, ethers, wagmi and the libraries of contracts accept.
 */
export interface EvmProvider {
  /**
   * Answers a JSON-RPC request. Signatures and transactions go to the active wallet, reads to the
   * owner's nodes or the gateway.
   * @throws ProviderRpcError with a number of EIP-1193, EIP-1474, EIP-3085 or EIP-5792: 4001
   *   declined, 4100 no wallet or not this account, 4200 the wallet lacks the method, 4900 the
   *   wallet is locked, 4901 no node for the chain, 4902 an unknown chain, -32002 a prompt is
   *   already open, -32600 no request, -32602 wrong parameters
   */
  request(parameters: {
    readonly method: string
    /**
     * Parameters of the method: a list or an object. viem's own provider type does not restrict
     * them either.
     */
    readonly params?: unknown
    // biome-ignore lint/suspicious/noExplicitAny: the answer's type depends on the method; libraries declare it so
  }): Promise<any>
  on<E extends keyof ProviderEvents>(event: E, listener: ProviderEvents[E]): EvmProvider
  /** Adds a listener like `on`, for the next event only. */
  once<E extends keyof ProviderEvents>(event: E, listener: ProviderEvents[E]): EvmProvider
  removeListener<E extends keyof ProviderEvents>(event: E, listener: ProviderEvents[E]): EvmProvider
  /** Removes a listener, same as `removeListener`. */
  off<E extends keyof ProviderEvents>(event: E, listener: ProviderEvents[E]): EvmProvider
  /** Whether a wallet is connected. */
  isConnected(): boolean
}

/**
 * Returns the EIP-1193 provider of a kit. It is the same object for as long as the kit exists,
 * whichever wallet is connected: it follows the active account and chain, and reports changes as
 * events.
 *
 * @example
 * const provider = getProvider(kit)
 * provider.on('accountsChanged', ([account]) => console.log(account))
 * const balance = await provider.request({ method: 'eth_getBalance', params: [owner, 'latest'] })
 */
export const getProvider: (kit: Kit) => EvmProvider = perKit(createProvider)

function createProvider(kit: Kit): EvmProvider {
  const emitter = openEmitter(kit)
  const provider: EvmProvider = {
    async request(parameters) {
      try {
        const { answerRequest } = await import('./answer-request.ts')
        return await answerRequest(kit, readRequest(parameters))
      } catch (error) {
        throw await toProviderError(error)
      }
    },
    on(event, listener) {
      emitter.add(event, listener)
      return provider
    },
    once(event, listener) {
      emitter.addOnce(event, listener)
      return provider
    },
    removeListener(event, listener) {
      emitter.remove(event, listener)
      return provider
    },
    off: (event, listener) => provider.removeListener(event, listener),
    isConnected: () => readProviderState(kit).accounts.length > 0,
  }
  return Object.freeze(provider)
}

function readRequest(parameters: unknown): {
  method: string
  params?: readonly unknown[] | object
} {
  const { method, params } = (parameters ?? {}) as {
    readonly method?: unknown
    readonly params?: unknown
  }
  if (typeof method !== 'string' || method === '')
    throw new ProviderRpcError(-32600, 'A request needs a method.', { data: parameters })
  if (params === undefined) return { method }
  if (typeof params !== 'object' || params === null)
    throw new ProviderRpcError(-32600, 'The parameters of a request are a list or an object.', {
      data: parameters,
    })
  return { method, params }
}
