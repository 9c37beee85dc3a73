import type { FrameToWindow, WindowToFrame } from '@latchkey/protocol/vault'
import { type FrameCalls, openFrameCalls, type WindowMessage } from './open-frame-calls.ts'
import { readFrameMessage } from './read-frame-message.ts'

/**
 * State of the connection to the vault's frame. `cut`: the page isolates its windows, or did not
 * open this one. `silent`: the frame does not answer.
 */
export type ChannelState = 'seeking' | 'open' | 'cut' | 'silent' | 'lost'

export interface Channel extends Pick<FrameCalls, 'ask'> {
  tell(message: WindowMessage): void
  stop(): void
}

const seekIntervalMs = 250
const seekTimeoutMs = 10_000
const aliveIntervalMs = 1_000
const maxFrames = 64

/**
 * Finds the vault's frame in the page that opened this window, and then exchanges messages with
 * that frame only. Frame and window have the same origin, so messages from other origins are
 * ignored and none are sent to them.
 */
export function openChannel(options: {
  readonly id: string
  readonly onState: (state: ChannelState) => void
  readonly onMessage: (message: FrameToWindow) => void
  /** Replaces the global `window` in tests. */
  readonly self?: Pick<Window, 'addEventListener' | 'removeEventListener'> & {
    readonly opener: Window | null
    readonly origin: string
  }
  readonly now?: () => number
}): Channel {
  const { id, onState, onMessage, self = window, now = () => performance.now() } = options
  const { opener, origin } = self
  const nonce = crypto.randomUUID()
  const pinnedFrame: { frame?: Window } = {}
  const sendToFrame = (message: WindowMessage): void => {
    if (pinnedFrame.frame) postToFrame(pinnedFrame.frame, { ...message, id } as WindowToFrame)
  }
  const frameCalls = openFrameCalls(sendToFrame, () => pinnedFrame.frame !== undefined)

  // Every sandboxed document has the origin `null`, so the origin cannot identify the frame.
  if (!opener || origin === 'null' || opener.closed) {
    queueMicrotask(() => onState('cut'))
    return { tell: sendToFrame, ask: frameCalls.ask, stop() {} }
  }

  const openerFrames = (): readonly Window[] =>
    Array.from({ length: Math.min(opener.length, maxFrames) }, (_, i) => opener[i]).filter(
      (candidate) => candidate !== undefined,
    )
  const postToFrame = (frame: Window, message: WindowToFrame): void =>
    frame.postMessage(message, origin)
  const receiveFrameMessage = (event: MessageEvent<unknown>): void => {
    if (event.origin !== origin || event.source === null) return
    const frame = event.source as Window
    if (pinnedFrame.frame ? frame !== pinnedFrame.frame : !openerFrames().includes(frame)) return
    const message = readFrameMessage(event.data, id, nonce)
    if (!message) return
    if (!pinnedFrame.frame) {
      pinnedFrame.frame = frame
      clearInterval(seekTimer)
      onState('open')
    }
    if (!frameCalls.takeAnswer(message)) onMessage(message)
  }
  const seekStartedAt = now()
  const seekFrame = (): void => {
    if (now() - seekStartedAt > seekTimeoutMs) {
      clearInterval(seekTimer)
      onState('silent')
      return
    }
    for (const frame of openerFrames()) {
      postToFrame(frame, { type: 'latchkey-window-hello', id, nonce })
    }
  }
  self.addEventListener('message', receiveFrameMessage)
  const seekTimer = setInterval(seekFrame, seekIntervalMs)
  const aliveTimer = setInterval(() => {
    if (!pinnedFrame.frame) return
    // The page can stay open while its frame is gone, for example when the page is reloaded.
    if (opener.closed || pinnedFrame.frame.closed) {
      clearInterval(aliveTimer)
      onState('lost')
      return
    }
    postToFrame(pinnedFrame.frame, { type: 'latchkey-window-alive', id })
  }, aliveIntervalMs)
  queueMicrotask(() => onState('seeking'))
  seekFrame()

  return {
    tell: sendToFrame,
    ask: frameCalls.ask,
    stop() {
      self.removeEventListener('message', receiveFrameMessage)
      clearInterval(seekTimer)
      clearInterval(aliveTimer)
    },
  }
}
