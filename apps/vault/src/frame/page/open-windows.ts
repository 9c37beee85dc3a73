import { type ErrorCode, hasCode, LatchkeyError } from '@latchkey/protocol'
import type {
  FrameToWindow,
  StoredRecovery,
  VaultWindow,
  WindowToFrame,
} from '@latchkey/protocol/vault'
import type { Logins } from '../account/open-logins.ts'
import type { SignIn } from '../account/open-sign-in.ts'
import type { Approvals } from '../approval/open-approvals.ts'
import { openRelays } from '../relay/open-relays.ts'
import { changingCalls, endingCalls, relayedCalls } from '../relay/relayed-calls.ts'
import type { Vault } from '../vault.ts'
import { awaitHeartbeats } from './await-heartbeats.ts'
import type { WindowSource } from './window-source.ts'

/** A message of a window to its frame, without the id. */
export type WindowMessage = {
  readonly source: WindowSource
  readonly nonce: string
  readonly message: WindowToFrame
}

/** The windows that the page opened for this frame. */
export interface Windows {
  /** Called when the page has opened a window with `id` in the fragment of its address. */
  readonly expect: (window: VaultWindow, id: string) => void
  readonly hear: (event: Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>) => void
  /** Called when an approval or recovery begins or stops waiting for a window. */
  readonly serveAwaitedRelays: () => void
}

const maxWindows = 16
const loadWayOut = () => import('../account/way-out.ts')

interface OpenedWindow {
  /** An export without a login is called `way-out`. */
  window: VaultWindow
  /** Id of the current approval when the window was opened. */
  readonly approval?: string | undefined
  from?: { readonly source: WindowSource; readonly nonce: string }
  last: number
  /** Called with the sealed share that this window unsealed. */
  recovered?: (sealedExport: string) => void
  asked?: MessageToWindow
  /** Called with each message of this window. */
  heard?: () => void
}

type MessageToWindow = FrameToWindow extends infer M
  ? M extends { readonly id: string }
    ? Omit<M, 'id' | 'nonce'>
    : never
  : never

type WindowCall = Extract<WindowToFrame, { type: 'latchkey-window-ask' }>

export function openWindows(
  vault: Vault,
  dependencies: {
    readonly signIn: SignIn
    readonly logins: Logins
    /** The approvals of the page's requests; null before the page's first request. */
    readonly approvals: () => Approvals | null
    /** Called after a change that the page should know of: another recovery, another account. */
    readonly onChange: (isEnded: boolean) => Promise<void>
  },
): Windows {
  const openedWindows = new Map<string, OpenedWindow>()
  /** Ids of windows that sent messages to this frame directly. */
  const directlyReachedIds = new Set<string>()
  const { signIn, logins } = dependencies

  const answerWindow = (
    id: string,
    { from: windowSource }: OpenedWindow,
    message: MessageToWindow,
  ): void =>
    windowSource?.source.postMessage({ ...message, id, nonce: windowSource.nonce }, vault.origin)
  const reportWindowDone = (id: string, openedWindow: OpenedWindow, error?: unknown): void => {
    const code = error === undefined ? undefined : codeOfError(error)
    answerWindow(id, openedWindow, {
      type: 'latchkey-frame-done',
      ...(code && { isRefused: true, code }),
    })
  }

  const readAccountLabel = async () =>
    (await signIn.call('GET /api/account', undefined)).identities[0]?.label ?? ''
  /** Makes the window open a recovery share and seal it to a worker. */
  const askUnsealing =
    (id: string, openedWindow: OpenedWindow) =>
    (methods: readonly StoredRecovery[], sealKey: string) =>
      new Promise<string>((resolve) => {
        openedWindow.recovered = resolve
        openedWindow.asked = { type: 'latchkey-frame-recover', methods, sealTo: sealKey }
        answerWindow(id, openedWindow, openedWindow.asked)
      })

  async function greetWindow(id: string, openedWindow: OpenedWindow): Promise<void> {
    if (openedWindow.window === 'approve') {
      const shownApproval = dependencies.approvals()?.shown(openedWindow.approval)
      if (shownApproval)
        answerWindow(id, openedWindow, { type: 'latchkey-frame-approval', ...shownApproval })
      else reportWindowDone(id, openedWindow, new LatchkeyError('request-not-allowed'))
      return
    }
    if (openedWindow.window === 'recover') {
      // A window that was reloaded gets the message that it got before the reload.
      if (openedWindow.asked) return answerWindow(id, openedWindow, openedWindow.asked)
      const { recoverOnDevice: recoverHere } = await import('../account/wallet-changes.ts')
      try {
        await recoverHere(vault, signIn, askUnsealing(id, openedWindow))
      } finally {
        // The worker that the recovery share would be sealed to has ended, so the next window
        // starts a new recovery.
        delete openedWindow.asked
      }
      await logins.finishRecovery()
      await dependencies.onChange(false)
      return reportWindowDone(id, openedWindow)
    }
    if (openedWindow.window === 'export' && !(await signIn.current()))
      openedWindow.window = 'way-out'
    const label =
      openedWindow.window === 'way-out'
        ? await (await loadWayOut()).readLocalAddress(vault)
        : await readAccountLabel()
    answerWindow(id, openedWindow, {
      type: 'latchkey-frame-ready',
      window: openedWindow.window,
      site: vault.site,
      label,
    })
  }

  async function removeMethod(body: unknown): Promise<object> {
    const { removeRecovery } = await import('../account/wallet-changes.ts')
    await removeRecovery(vault, signIn, (body as { method?: unknown } | null)?.method)
    return {}
  }

  async function answerCall(
    { window }: OpenedWindow,
    { call, body }: WindowCall,
  ): Promise<unknown> {
    if (call === 'remove-recovery') return removeMethod(body)
    if (window === 'way-out') return (await loadWayOut()).askPepper(vault, body as never)
    return signIn.call(call, body as never)
  }

  async function relayCall(id: string, openedWindow: OpenedWindow, windowMessage: WindowCall) {
    if (!Number.isSafeInteger(windowMessage.ask) || windowMessage.ask <= openedWindow.last) return
    openedWindow.last = windowMessage.ask
    try {
      if (!relayedCalls[openedWindow.window].includes(windowMessage.call))
        throw new LatchkeyError('request-not-allowed')
      const callAnswer = await answerCall(openedWindow, windowMessage)
      answerWindow(id, openedWindow, {
        type: 'latchkey-frame-answer',
        ask: windowMessage.ask,
        answer: callAnswer,
      })
      if (endingCalls.has(windowMessage.call)) {
        // The data of a frozen account stays on this device, to be used again when the account is
        // unfrozen.
        await vault.store.forget(windowMessage.call === 'POST /api/account/delete')
        // When the session ends, the page removes this frame; the window must get its message
        // before that.
        await awaitHeartbeats(openedWindow)
      }
      if (changingCalls.has(windowMessage.call))
        await dependencies.onChange(endingCalls.has(windowMessage.call))
    } catch (error) {
      const { retryAfter } = hasCode(error) ? error.context : {}
      const retryFields = typeof retryAfter === 'number' ? { retryAfter } : {}
      answerWindow(id, openedWindow, {
        type: 'latchkey-frame-answer',
        ask: windowMessage.ask,
        code: codeOfError(error),
        ...retryFields,
      })
    }
  }

  async function takeMessage(
    id: string,
    openedWindow: OpenedWindow,
    windowMessage: WindowToFrame,
  ): Promise<void> {
    switch (windowMessage.type) {
      case 'latchkey-window-decided': {
        if (openedWindow.window !== 'approve') return
        const { approved, payload } = windowMessage
        const isDecisionAccepted = dependencies
          .approvals()
          ?.decideApproval(openedWindow.approval, { approved: approved === true, payload })
        return reportWindowDone(
          id,
          openedWindow,
          isDecisionAccepted ? undefined : new LatchkeyError('request-not-allowed'),
        )
      }
      case 'latchkey-window-next': {
        const isValidNext =
          openedWindow.window === 'approve' && /^[\w-]{43}$/.test(String(windowMessage.next))
        const approvals = dependencies.approvals()
        const shownApproval = approvals?.shown(openedWindow.approval)
        if (!approvals || !isValidNext || !shownApproval?.barred) return
        // The same window continues with the set-up of recovery, and the request ends as rejected.
        expectWindow('recovery', windowMessage.next)
        const { payload } = shownApproval
        approvals.decideApproval(openedWindow.approval, { approved: false, payload })
        return
      }
      case 'latchkey-window-recovered':
        if (typeof windowMessage.sealed === 'string') openedWindow.recovered?.(windowMessage.sealed)
        return
      case 'latchkey-window-recovery': {
        if (openedWindow.window !== 'recovery') return
        const { addRecovery } = await import('../account/wallet-changes.ts')
        await addRecovery(vault, signIn, windowMessage.recovery)
        await dependencies.onChange(false)
        return reportWindowDone(id, openedWindow)
      }
      case 'latchkey-window-export': {
        if (openedWindow.window !== 'export' && openedWindow.window !== 'way-out') return
        const sealedExport = await (openedWindow.window === 'export'
          ? (await import('../account/wallet-changes.ts')).exportToPublicKey(
              vault,
              signIn,
              windowMessage.sealTo,
            )
          : (await loadWayOut()).exportWithoutSignIn(
              vault,
              windowMessage.sealTo,
              askUnsealing(id, openedWindow),
            ))
        return answerWindow(id, openedWindow, {
          type: 'latchkey-frame-export',
          sealed: sealedExport,
        })
      }
      case 'latchkey-window-ask':
        return relayCall(id, openedWindow, windowMessage)
    }
  }

  const expectWindow: Windows['expect'] = (window, id) => {
    // The id of a login comes from `login-window`.
    if (window === 'login' || openedWindows.has(id)) return
    const [oldest] = openedWindows.keys()
    if (openedWindows.size >= maxWindows && oldest !== undefined) openedWindows.delete(oldest)
    openedWindows.set(id, {
      window,
      approval: window === 'approve' ? dependencies.approvals()?.standing() : undefined,
      last: 0,
    })
    relays.listen(id)
  }
  /** Windows whose addresses this frame gave out need no message of the page. */
  const findOpened = (id: string): OpenedWindow | undefined => {
    if (id === dependencies.approvals()?.standing()) expectWindow('approve', id)
    if (id === logins.recovery()) expectWindow('recover', id)
    return openedWindows.get(id)
  }

  function handleWindowMessage(windowSource: WindowSource, windowMessage: WindowToFrame): void {
    if (typeof windowMessage.id !== 'string') return
    if (windowMessage.type === 'latchkey-window-hello') {
      if (typeof windowMessage.nonce !== 'string' || windowMessage.nonce.length > 128) return
      const openedWindow = findOpened(windowMessage.id)
      // The first window that sends a hello is accepted until it is closed; it repeats the hello
      // until it is answered.
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
        greetWindow(windowMessage.id, openedWindow).catch((error) =>
          reportWindowDone(windowMessage.id, openedWindow, error),
        )
      return
    }
    const openedWindow = openedWindows.get(windowMessage.id)
    if (!openedWindow?.from || openedWindow.from.source !== windowSource) return
    openedWindow.heard?.()
    takeMessage(windowMessage.id, openedWindow, windowMessage).catch((error) =>
      reportWindowDone(windowMessage.id, openedWindow, error),
    )
  }
  const relays = openRelays(vault, {
    signIn,
    hear: handleWindowMessage,
    asked: () => dependencies.approvals()?.asked() ?? null,
  })

  return {
    expect: expectWindow,
    hear({ origin, source, data }) {
      if (origin !== vault.origin || source === null || typeof data !== 'object' || data === null)
        return
      const windowMessage = data as WindowToFrame
      handleWindowMessage(source as unknown as WindowSource, windowMessage)
      // Once the window has reached this frame directly, the frame no longer awaits it through the
      // gateway.
      if (openedWindows.get(windowMessage.id)?.from?.source !== source) return
      directlyReachedIds.add(windowMessage.id)
      relays.end(windowMessage.id)
    },
    serveAwaitedRelays() {
      const currentApproval = dependencies.approvals()?.asked()
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

function codeOfError(error: unknown): ErrorCode {
  return hasCode(error) ? error.code : 'unknown'
}
