import { type Look, toPage, toWallet, type WireAnswer } from './messages.ts'

type Listener = (payload: unknown) => void

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' rx='10' fill='%23115e59'/%3E%3Cpath d='M16 10h8m-6 0v8l-6 9a2 2 0 0 0 2 3h12a2 2 0 0 0 2-3l-6-9v-8m-7 14h10' fill='none' stroke='%23fff' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E"

/** Announces the extension to the page it runs in (EIP-6963); runs in the page's own world and is trusted by nobody. */
export function announceExtension(page: Window): void {
  const listeners = new Map<string, Set<Listener>>()
  const waiting = new Map<string, (answer: WireAnswer) => void>()
  const known: { look: Look | null } = { look: null }
  const emit = (name: string, payload: unknown): void => {
    for (const listener of [...(listeners.get(name) ?? [])]) listener(payload)
  }
  page.addEventListener('message', ({ source, data }) => {
    if (source !== page || data?.type !== toPage) return
    if (typeof data.id === 'string') {
      if (typeof data.answer !== 'object' || data.answer === null) return
      waiting.get(data.id)?.(data.answer)
      waiting.delete(data.id)
      return
    }
    const { look } = data as { look: Look }
    const before = known.look
    known.look = look
    if (!before) return
    if (before.chainId !== look.chainId) emit('chainChanged', look.chainId)
    if (before.accounts.join() !== look.accounts.join()) emit('accountsChanged', look.accounts)
  })
  const provider = Object.freeze({
    async request({ method, params }: { readonly method: string; readonly params?: unknown }): Promise<unknown> {
      const id = crypto.randomUUID()
      const answer = await new Promise<WireAnswer>((answered) => {
        waiting.set(id, answered)
        page.postMessage({ type: toWallet, id, method, params }, page.location.origin)
      })
      if (!answer.error) return answer.result
      const { code, message, data } = answer.error
      throw Object.assign(new Error(message), { code, ...(data === undefined ? {} : { data }) })
    },
    on(name: string, listener: Listener): void {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
    },
    removeListener(name: string, listener: Listener): void {
      listeners.get(name)?.delete(listener)
    },
  })
  const uuid = crypto.randomUUID()
  const info = Object.freeze({ uuid, name: 'Companion (test wallet)', rdns: 'dev.latchkey.companion', icon })
  const detail = Object.freeze({ info, provider })
  const announce = (): void => {
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  page.addEventListener('eip6963:requestProvider', announce)
  announce()
}
