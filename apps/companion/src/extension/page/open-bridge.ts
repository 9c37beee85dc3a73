import {
  pageMessageType,
  type SiteView,
  type WalletStandard,
  type WireAnswer,
  walletMessageType,
} from '../messages.ts'

/** The page script's connection to the background, for one standard. */
export interface Bridge {
  /**
   * Makes the background answer a call; rejects with an `Error` that has the standard's error code.
   */
  call(method: string, params?: unknown): Promise<unknown>
  /** The page's permissions; undefined until the extension has reported them. */
  look(): SiteView | undefined
  watch(listener: (now: SiteView, previousSiteView: SiteView | undefined) => void): void
}

/**
 * Opens a connection to the background. This script runs in the page itself, whose own scripts can
 * change it, so the extension trusts nothing that this script sends.
 */
export function openBridge(page: Window, standard: WalletStandard): Bridge {
  const pendingCalls = new Map<string, (answer: WireAnswer) => void>()
  const listeners = new Set<(now: SiteView, previousSiteView: SiteView | undefined) => void>()
  const lastViewState: { look?: SiteView } = {}
  page.addEventListener('message', ({ source, data }) => {
    if (source !== page || data?.type !== pageMessageType) return
    if (typeof data.id === 'string') {
      if (typeof data.answer !== 'object' || data.answer === null) return
      pendingCalls.get(data.id)?.(data.answer)
      pendingCalls.delete(data.id)
      return
    }
    const { look } = data as { look: SiteView }
    const previousSiteView = lastViewState.look
    lastViewState.look = look
    for (const listener of [...listeners]) {
      listener(look, previousSiteView)
    }
  })
  return {
    async call(method, params) {
      const id = crypto.randomUUID()
      const answer = await new Promise<WireAnswer>((resolve) => {
        pendingCalls.set(id, resolve)
        page.postMessage(
          { type: walletMessageType, id, standard, method, params },
          page.location.origin,
        )
      })
      if (!answer.error) return answer.result
      const { code, message, data } = answer.error
      throw Object.assign(new Error(message), { code, ...(data === undefined ? {} : { data }) })
    },
    look: () => lastViewState.look,
    watch: (listener) => void listeners.add(listener),
  }
}

/** The wallet's icon in lists of wallets. */
export const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' rx='10' fill='%23115e59'/%3E%3Cpath d='M16 10h8m-6 0v8l-6 9a2 2 0 0 0 2 3h12a2 2 0 0 0 2-3l-6-9v-8m-7 14h10' fill='none' stroke='%23fff' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E" as const
