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
import { changing, ending, relayed } from '../relay/relayed-calls.ts'
import type { Vault } from '../vault.ts'
import { hasHeard } from './has-heard.ts'
import type { WindowSource } from './window-source.ts'

/** A message of a window to its frame, without the id. */
export type WindowSaid = {
  readonly source: WindowSource
  readonly nonce: string
  readonly message: WindowToFrame
}

/** The windows that the page opened for this frame. */
export interface Windows {
  /** The page opened that window with that id in the address' fragment. */
  readonly expect: (window: VaultWindow, id: string) => void
  readonly hear: (event: Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>) => void
  /** An approval, login or recovery began to wait for a window, or no longer does. */
  readonly attend: () => void
}

const mostWindows = 16
const wayOut = () => import('../account/way-out.ts')

interface Opened {
  /** An export without a login is called `way-out`. */
  window: VaultWindow
  /** Id of the current approval when the window was opened. */
  readonly approval?: string | undefined
  from?: { readonly source: WindowSource; readonly nonce: string }
  last: number
  /** Called with the sealed share that this window unsealed. */
  recovered?: (sealed: string) => void
  asked?: MessageToWindow
  /** Called with each message of this window. */
  heard?: () => void
}

type MessageToWindow = FrameToWindow extends infer M
  ? M extends { readonly id: string }
    ? Omit<M, 'id' | 'nonce'>
    : never
  : never

type WindowAsk = Extract<WindowToFrame, { type: 'latchkey-window-ask' }>

export function openWindows(
  vault: Vault,
  parts: {
    readonly signIn: SignIn
    readonly logins: Logins
    /** Null before the first request of the page. */
    readonly approvals: () => Approvals | null
    /** Called after a change that the page should know of: another recovery, another account. */
    readonly onChange: (isEnded: boolean) => Promise<void>
  },
): Windows {
  const opened = new Map<string, Opened>()
  /** Ids of windows that sent messages to this frame directly. */
  const reached = new Set<string>()
  const { signIn, logins } = parts

  const answerWindow = (id: string, { from }: Opened, told: MessageToWindow): void =>
    from?.source.postMessage({ ...told, id, nonce: from.nonce }, vault.origin)
  const tellDone = (id: string, one: Opened, error?: unknown): void => {
    const code = error === undefined ? undefined : codeOf(error)
    answerWindow(id, one, { type: 'latchkey-frame-done', ...(code && { isRefused: true, code }) })
  }

  const nameOf = async () =>
    (await signIn.call('GET /api/account', undefined)).identities[0]?.label ?? ''
  /** Makes the window open a recovery share and seal it to a worker. */
  const askUnsealing =
    (id: string, one: Opened) => (methods: readonly StoredRecovery[], sealTo: string) =>
      new Promise<string>((resolve) => {
        one.recovered = resolve
        one.asked = { type: 'latchkey-frame-recover', methods, sealTo }
        answerWindow(id, one, one.asked)
      })

  async function greetWindow(id: string, one: Opened): Promise<void> {
    if (one.window === 'approve') {
      const shownNow = parts.approvals()?.shown(one.approval)
      if (shownNow) answerWindow(id, one, { type: 'latchkey-frame-approval', ...shownNow })
      else tellDone(id, one, new LatchkeyError('request-not-allowed'))
      return
    }
    if (one.window === 'recover') {
      // A window that was reloaded continues with the same question.
      if (one.asked) return answerWindow(id, one, one.asked)
      const { recoverHere } = await import('../account/wallet-changes.ts')
      try {
        await recoverHere(vault, signIn, askUnsealing(id, one))
      } finally {
        // Its worker is gone: the next window starts again.
        delete one.asked
      }
      await logins.settleRecovery()
      await parts.onChange(false)
      return tellDone(id, one)
    }
    if (one.window === 'export' && !(await signIn.current())) one.window = 'way-out'
    const label = one.window === 'way-out' ? await (await wayOut()).nameHere(vault) : await nameOf()
    answerWindow(id, one, {
      type: 'latchkey-frame-ready',
      window: one.window,
      site: vault.site,
      label,
    })
  }

  async function removeMethod(body: unknown): Promise<object> {
    const { removeRecovery } = await import('../account/wallet-changes.ts')
    await removeRecovery(vault, signIn, (body as { method?: unknown } | null)?.method)
    return {}
  }

  async function answerCall({ window }: Opened, { call, body }: WindowAsk): Promise<unknown> {
    if (call === 'remove-recovery') return removeMethod(body)
    if (window === 'way-out') return (await wayOut()).askPepper(vault, body as never)
    return signIn.call(call, body as never)
  }

  async function relayCall(id: string, one: Opened, said: WindowAsk) {
    if (!Number.isSafeInteger(said.ask) || said.ask <= one.last) return
    one.last = said.ask
    try {
      if (!relayed[one.window].includes(said.call)) throw new LatchkeyError('request-not-allowed')
      const given = await answerCall(one, said)
      answerWindow(id, one, { type: 'latchkey-frame-answer', ask: said.ask, answer: given })
      if (ending.has(said.call)) {
        // The data of a frozen account stays on this device, to be used again when the account is
        // unfrozen.
        await vault.store.forget(said.call === 'POST /api/account/delete')
        // When the session ends, the page removes this frame; the window must get its message
        // before that.
        await hasHeard(one)
      }
      if (changing.has(said.call)) await parts.onChange(ending.has(said.call))
    } catch (error) {
      const { retryAfter } = hasCode(error) ? error.context : {}
      const seconds = typeof retryAfter === 'number' ? { retryAfter } : {}
      answerWindow(id, one, {
        type: 'latchkey-frame-answer',
        ask: said.ask,
        code: codeOf(error),
        ...seconds,
      })
    }
  }

  async function takeMessage(id: string, one: Opened, said: WindowToFrame): Promise<void> {
    switch (said.type) {
      case 'latchkey-window-decided': {
        if (one.window !== 'approve') return
        const { approved, payload } = said
        const isTaken = parts
          .approvals()
          ?.decide(one.approval, { approved: approved === true, payload })
        return tellDone(id, one, isTaken ? undefined : new LatchkeyError('request-not-allowed'))
      }
      case 'latchkey-window-next': {
        const isTaken = one.window === 'approve' && /^[\w-]{43}$/.test(String(said.next))
        if (!isTaken || !parts.approvals()?.shown(one.approval)?.barred) return
        // The same window continues with the set-up of recovery, and the request ends as rejected.
        expectWindow('recovery', said.next)
        parts.approvals()?.decide(one.approval, {
          approved: false,
          payload: parts.approvals()?.shown(one.approval)?.payload,
        })
        return
      }
      case 'latchkey-window-recovered':
        if (typeof said.sealed === 'string') one.recovered?.(said.sealed)
        return
      case 'latchkey-window-recovery': {
        if (one.window !== 'recovery') return
        const { addRecovery } = await import('../account/wallet-changes.ts')
        await addRecovery(vault, signIn, said.recovery)
        await parts.onChange(false)
        return tellDone(id, one)
      }
      case 'latchkey-window-export': {
        if (one.window !== 'export' && one.window !== 'way-out') return
        const sealed = await (one.window === 'export'
          ? (await import('../account/wallet-changes.ts')).exportSealed(vault, signIn, said.sealTo)
          : (await wayOut()).leaveSealed(vault, said.sealTo, askUnsealing(id, one)))
        return answerWindow(id, one, { type: 'latchkey-frame-export', sealed })
      }
      case 'latchkey-window-ask':
        return relayCall(id, one, said)
    }
  }

  const expectWindow: Windows['expect'] = (window, id) => {
    // The id of a login comes from `login-window`.
    if (window === 'login' || opened.has(id)) return
    const [oldest] = opened.keys()
    if (opened.size >= mostWindows && oldest !== undefined) opened.delete(oldest)
    opened.set(id, {
      window,
      approval: window === 'approve' ? parts.approvals()?.standing() : undefined,
      last: 0,
    })
    relays.listen(id)
  }
  /** Windows whose addresses this frame gave out need no message of the page. */
  const findOpened = (id: string): Opened | undefined => {
    if (id === parts.approvals()?.standing()) expectWindow('approve', id)
    if (id === logins.recovery()) expectWindow('recover', id)
    return opened.get(id)
  }

  function hearWindow(from: WindowSource, said: WindowToFrame): void {
    if (typeof said.id !== 'string') return
    if (said.type === 'latchkey-window-hello') {
      if (typeof said.nonce !== 'string' || said.nonce.length > 128) return
      const one = findOpened(said.id)
      // The first window that sends a hello is accepted until it is closed; it repeats the hello
      // until it is answered.
      if (!one || (one.from && one.from.source !== from && one.from.source.closed !== true)) return
      const isNew = !one.from || one.from.nonce !== said.nonce
      one.from = { source: from, nonce: said.nonce }
      if (isNew) greetWindow(said.id, one).catch((error) => tellDone(said.id, one, error))
      return
    }
    const one = opened.get(said.id)
    if (!one?.from || one.from.source !== from) return
    one.heard?.()
    takeMessage(said.id, one, said).catch((error) => tellDone(said.id, one, error))
  }
  const relays = openRelays(vault, {
    signIn,
    hear: hearWindow,
    asked: () => parts.approvals()?.asked() ?? null,
  })

  return {
    expect: expectWindow,
    hear({ origin, source, data }) {
      if (origin !== vault.origin || source === null || typeof data !== 'object' || data === null)
        return
      const said = data as WindowToFrame
      hearWindow(source as unknown as WindowSource, said)
      // The window reaches this frame directly: no other window is awaited under that id.
      if (opened.get(said.id)?.from?.source !== source) return
      reached.add(said.id)
      relays.end(said.id)
    },
    attend() {
      const asked = parts.approvals()?.asked()
      const ids = [asked?.place === 'window' ? asked.id : undefined, logins.recovery()]
      relays.attend(ids.filter((id) => id !== undefined && !reached.has(id)) as string[])
    },
  }
}

function codeOf(error: unknown): ErrorCode {
  return hasCode(error) ? error.code : 'unknown'
}
