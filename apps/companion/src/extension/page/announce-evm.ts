import { type Bridge, icon, openBridge } from './open-bridge.ts'

type Listener = (payload: unknown) => void

/** Announces the extension's EVM wallet to the page (EIP-6963). */
export function announceEvm(page: Window, bridge: Bridge = openBridge(page, 'eip1193')): void {
  const listeners = new Map<string, Set<Listener>>()
  const emitEvent = (name: string, payload: unknown): void => {
    for (const listener of [...(listeners.get(name) ?? [])]) {
      listener(payload)
    }
  }
  bridge.watch((siteView, previousView) => {
    if (!previousView) return
    if (previousView.chainId !== siteView.chainId) emitEvent('chainChanged', siteView.chainId)
    if (previousView.accounts.join() !== siteView.accounts.join())
      emitEvent('accountsChanged', siteView.accounts)
  })
  const provider = Object.freeze({
    request: ({
      method,
      params,
    }: {
      readonly method: string
      readonly params?: unknown
    }): Promise<unknown> => bridge.call(method, params),
    on(name: string, listener: Listener): void {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
    },
    removeListener(name: string, listener: Listener): void {
      listeners.get(name)?.delete(listener)
    },
  })
  const uuid = crypto.randomUUID()
  const info = Object.freeze({
    uuid,
    name: 'Companion (test wallet)',
    rdns: 'dev.latchkey.companion',
    icon,
  })
  const detail = Object.freeze({ info, provider })
  const announceProvider = (): void => {
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  page.addEventListener('eip6963:requestProvider', announceProvider)
  announceProvider()
}
