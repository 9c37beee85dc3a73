import type { MockRelay } from '../relay/relay-contract.ts'

/** The page's side of a web socket that Playwright intercepts (`WebSocketRoute`). */
export interface RoutedSocket {
  url(): string
  send(message: string): void
  close(options?: { readonly code?: number }): Promise<void>
  onMessage(handler: (message: string | Buffer) => unknown): void
  onClose(handler: () => unknown): void
}

/** A page or a browser context of Playwright 1.48 or later. */
export interface SocketRouter {
  routeWebSocket(
    isRouted: (url: URL) => boolean,
    handler: (socket: RoutedSocket) => unknown,
  ): Promise<unknown>
}

/**
 * Routes the page's relay sockets to a mock relay in the test: by default every socket whose URL
 * has the parameter `auth`, as in WalletConnect. Call it before `page.goto`.
 * @example
 * ```ts
 * import { chromium } from 'playwright-core'
 *
 * const browser = await chromium.launch()
 * const page = await browser.newPage()
 * await routeRelay(page, mockRelay())
 * ```
 */
export async function routeRelay(
  router: SocketRouter,
  relay: Pick<MockRelay, 'WebSocket'>,
  isRelay: (url: URL) => boolean = (url) => url.searchParams.has('auth'),
): Promise<void> {
  await router.routeWebSocket(isRelay, (routed) => {
    const socket = new relay.WebSocket(routed.url())
    const early: string[] = []
    routed.onMessage((message) => {
      if (socket.readyState === 1) socket.send(String(message))
      else early.push(String(message))
    })
    routed.onClose(() => socket.close())
    socket.onopen = () => {
      for (const message of early.splice(0)) {
        socket.send(message)
      }
    }
    socket.onmessage = ({ data }) => routed.send(String(data))
    // Close code 1006 (connection lost) cannot be sent to a page, so 1011 replaces it.
    socket.onclose = ({ code }) => void routed.close({ code: code === 1006 ? 1011 : code })
  })
}
