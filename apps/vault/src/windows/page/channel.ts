import type { FrameToWindow, WindowToFrame } from '@latchkey/protocol/vault'
import { type Asks, openAsks, type WindowTells } from './open-asks.ts'
import { readFrameMessage } from './read-frame-message.ts'

/**
 * `cut`: the page isolates its windows, or did not open this one; `silent`: the frame does not
 * answer.
 */
export type ChannelState = 'seeking' | 'open' | 'cut' | 'silent' | 'lost'

export interface Channel extends Pick<Asks, 'ask'> {
  tell(message: WindowTells): void
  stop(): void
}

const seekEveryMs = 250
const seekMs = 10_000
const aliveEveryMs = 1_000
const mostFrames = 64

/**
 * Finds the vault's frame in the page that opened this window, and stays with that frame. Both have
 * this origin: messages from another origin are ignored, and none are sent to one.
 */
export function openChannel(options: {
  readonly id: string
  readonly onState: (state: ChannelState) => void
  readonly onMessage: (message: FrameToWindow) => void
  /** Replaces the global window in tests. */
  readonly self?: Pick<Window, 'addEventListener' | 'removeEventListener'> & {
    readonly opener: Window | null
    readonly origin: string
  }
  readonly now?: () => number
}): Channel {
  const { id, onState, onMessage, self = window, now = () => performance.now() } = options
  const { opener, origin } = self
  const nonce = crypto.randomUUID()
  const pinned: { frame?: Window } = {}
  const tellFrame = (message: WindowTells): void => {
    if (pinned.frame) postToFrame(pinned.frame, { ...message, id } as WindowToFrame)
  }
  const asks = openAsks(tellFrame, () => pinned.frame !== undefined)

  // All sandboxed documents have the same origin text, `null`.
  if (!opener || origin === 'null' || opener.closed) {
    queueMicrotask(() => onState('cut'))
    return { tell: tellFrame, ask: asks.ask, stop() {} }
  }

  const openerFrames = (): readonly Window[] =>
    Array.from({ length: Math.min(opener.length, mostFrames) }, (_, i) => opener[i]).filter(
      (one) => one !== undefined,
    )
  const postToFrame = (frame: Window, message: WindowToFrame): void =>
    frame.postMessage(message, origin)
  const hearFrame = (event: MessageEvent<unknown>): void => {
    if (event.origin !== origin || event.source === null) return
    const frame = event.source as Window
    if (pinned.frame ? frame !== pinned.frame : !openerFrames().includes(frame)) return
    const message = readFrameMessage(event.data, id, nonce)
    if (!message) return
    if (!pinned.frame) {
      pinned.frame = frame
      clearInterval(seeking)
      onState('open')
    }
    if (!asks.takeAnswer(message)) onMessage(message)
  }
  const since = now()
  const seekFrame = (): void => {
    if (now() - since > seekMs) {
      clearInterval(seeking)
      onState('silent')
      return
    }
    for (const frame of openerFrames()) {
      postToFrame(frame, { type: 'latchkey-window-hello', id, nonce })
    }
  }
  self.addEventListener('message', hearFrame)
  const seeking = setInterval(seekFrame, seekEveryMs)
  const beating = setInterval(() => {
    if (!pinned.frame) return
    // The frame is removed when the page is closed.
    if (opener.closed || pinned.frame.closed) {
      clearInterval(beating)
      onState('lost')
      return
    }
    postToFrame(pinned.frame, { type: 'latchkey-window-alive', id })
  }, aliveEveryMs)
  queueMicrotask(() => onState('seeking'))
  seekFrame()

  return {
    tell: tellFrame,
    ask: asks.ask,
    stop() {
      self.removeEventListener('message', hearFrame)
      clearInterval(seeking)
      clearInterval(beating)
    },
  }
}
