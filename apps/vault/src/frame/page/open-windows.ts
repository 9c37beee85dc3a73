import type { VaultWindow, WindowToFrame } from '@latchkey/protocol/vault'
import { openRelays } from '../relay/open-relays.ts'
import { greetWindow } from './greet-window.ts'
import { type OpenedWindow, reportWindowDone } from './opened-window.ts'
import { takeWindowMessage } from './take-window-message.ts'
import type { WindowContext } from './window-context.ts'
import type { WindowSource } from './window-source.ts'

/** The vault's windows that the page has opened, as seen by this frame. */
export interface Windows {
  /** Tells that the page has opened a window, in whose address the fragment contains `id`. */
  readonly expect: (window: VaultWindow, id: string) => void
  readonly hear: (event: Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>) => void
  /**
   * Tells that an approval or recovery has begun to wait for a window, or no longer waits for one.
   */
  readonly serveAwaitedRelays: () => void
}

const maxWindows = 16

export function openWindows(context: WindowContext): Windows {
  const { vault, signIn, logins, approvals } = context
  const openedWindows = new Map<string, OpenedWindow>()
  /** Ids of the windows whose messages reach this frame without the gateway. */
  const directlyReachedIds = new Set<string>()

  const expectWindow: Windows['expect'] = (window, id) => {
    // Login windows are not expected here: the page announces them by its request `login-window`.
    if (window === 'login' || openedWindows.has(id)) return
    const [oldest] = openedWindows.keys()
    if (openedWindows.size >= maxWindows && oldest !== undefined) openedWindows.delete(oldest)
    openedWindows.set(id, {
      id,
      window,
      approval: window === 'approve' ? approvals()?.standing() : undefined,
      last: 0,
    })
    relays.listen(id)
  }
  /**
   * Finds a window. That of the current approval or recovery is found even if the page has not
   * announced it.
   */
  const findOpened = (id: string): OpenedWindow | undefined => {
    if (id === approvals()?.standing()) expectWindow('approve', id)
    if (id === logins.recovery()) expectWindow('recover', id)
    return openedWindows.get(id)
  }

  function handleWindowMessage(windowSource: WindowSource, windowMessage: WindowToFrame): void {
    if (typeof windowMessage.id !== 'string') return
    if (windowMessage.type === 'latchkey-window-hello') {
      if (typeof windowMessage.nonce !== 'string' || windowMessage.nonce.length > 128) return
      const openedWindow = findOpened(windowMessage.id)
      // The first window that sends its first message (hello) with this id is accepted, until it is
      // closed. A window repeats the hello until it is answered.
      if (
        !openedWindow ||
        (openedWindow.from &&
          openedWindow.from.source !== windowSource &&
          openedWindow.from.source.closed !== true)
      )
        return
      const isNewWindow = !openedWindow.from || openedWindow.from.nonce !== windowMessage.nonce
      openedWindow.from = { source: windowSource, nonce: windowMessage.nonce }
      if (isNewWindow)
        greetWindow(openedWindow, context).catch((error) =>
          reportWindowDone(vault, openedWindow, error),
        )
      return
    }
    const openedWindow = openedWindows.get(windowMessage.id)
    if (!openedWindow?.from || openedWindow.from.source !== windowSource) return
    openedWindow.heard?.()
    takeWindowMessage(openedWindow, windowMessage, { ...context, expectWindow }).catch((error) =>
      reportWindowDone(vault, openedWindow, error),
    )
  }
  const relays = openRelays(vault, {
    signIn,
    hear: handleWindowMessage,
    asked: () => approvals()?.asked() ?? null,
  })

  return {
    expect: expectWindow,
    hear({ origin, source, data }) {
      if (origin !== vault.origin || source === null || typeof data !== 'object' || data === null)
        return
      const windowMessage = data as WindowToFrame
      handleWindowMessage(source as unknown as WindowSource, windowMessage)
      // A window that has reached this frame directly is no longer awaited through the gateway.
      if (openedWindows.get(windowMessage.id)?.from?.source !== source) return
      directlyReachedIds.add(windowMessage.id)
      relays.end(windowMessage.id)
    },
    serveAwaitedRelays() {
      const currentApproval = approvals()?.asked()
      const ids = [
        currentApproval?.place === 'window' ? currentApproval.id : undefined,
        logins.recovery(),
      ]
      relays.serveRelays(
        ids.filter((id) => id !== undefined && !directlyReachedIds.has(id)) as string[],
      )
    },
  }
}
