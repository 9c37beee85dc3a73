import { toHex } from 'viem'
import type { Signer } from './signer.ts'

type Listener = (payload: unknown) => void

/** The EIP-1193 provider of one origin. */
export interface Eip1193Provider {
  request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on(name: string, listener: Listener): void
  removeListener(name: string, listener: Listener): void
}

/** Wraps a signer as an EIP-1193 provider for one page or test. */
export function toProvider(signer: Signer, origin: string): Eip1193Provider {
  const stopsByListener = new Map<Listener, () => void>()
  return {
    request: ({ method, params }) => signer.request({ origin, method, params }),
    on(name, listener) {
      stopsByListener.get(listener)?.()
      const stop = signer.watch(origin, (event) => {
        if (event.type !== name) return
        listener(event.type === 'accountsChanged' ? event.accounts : toHex(event.chain))
      })
      stopsByListener.set(listener, stop)
    },
    removeListener(_name, listener) {
      stopsByListener.get(listener)?.()
      stopsByListener.delete(listener)
    },
  }
}
