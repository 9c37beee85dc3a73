import { hasCode } from '@latchkey/protocol'
import type { FrameToWindow } from '@latchkey/protocol/vault'
import { sha256Text } from '../../base64url.ts'
import { listenRelay, openRelaySender } from '../../relay/listen-relay.ts'
import {
  computeCheckDigits,
  encodeExchange,
  makeRelayKey,
  type RelayKey,
  readRelayText,
} from '../../relay/relay-text.ts'
import type { Channel, ChannelState } from '../page/channel.ts'
import { openFrameCalls, type WindowMessage } from '../page/open-frame-calls.ts'
import { readFrameMessage } from '../page/read-frame-message.ts'
import type { OwnDevice } from './open-own-device.ts'

const silenceTimeoutMs = 20_000

/** A frame of the same account, which this window reaches through the gateway. */
interface RelayEnd {
  readonly device: string
  readonly key: string
  /** Result of `encodeExchange` for the key exchange with this frame. */
  readonly ends: string
  readonly digits: Promise<string>
}

export interface RelayChannel extends Channel {
  /**
   * Takes the twelve digits that the visitor typed; returns false when the first four are not the
   * check digits of the key exchange.
   */
  pair(number: string): Promise<boolean>
}

/**
 * Opens a channel through the gateway to the frame that waits for `id`. Both ends are devices of
 * one account, messages are sealed end to end, and the frame's number must have been typed in this
 * window.
 */
export function openRelayChannel(options: {
  readonly id: string
  readonly own: OwnDevice
  readonly onState: (state: ChannelState) => void
  readonly onMessage: (message: FrameToWindow) => void
}): RelayChannel {
  const { id, own, onState, onMessage } = options
  const { signIn, store } = own
  const nonce = crypto.randomUUID()
  const abortController = new AbortController()
  const sendText = openRelaySender(signIn, id, 'frame')
  const channelState: { end?: RelayEnd; isOpen?: true; isTyped?: true } = {}
  const sendToFrame = (message: WindowMessage): void => {
    if (channelState.end && channelState.isOpen) sendToEnd(channelState.end, message)
  }
  const frameCalls = openFrameCalls(sendToFrame, () => channelState.isOpen === true)
  const ownKey = makeRelayKey()
  const silenceTimer = setTimeout(() => channelState.isOpen || onState('silent'), silenceTimeoutMs)

  const sendToEnd = (end: RelayEnd, message: object): void =>
    void sendText(
      ownKey.then((key) => key.sealMessage(end.key, end.ends, { ...message, id })),
    ).catch(() => {})

  async function isPaired(device: string): Promise<boolean> {
    if (channelState.isTyped) return true
    const { account } = await signIn.call('GET /api/account', undefined)
    return (await store.pairs()).includes(`${account} ${device}`)
  }

  async function receiveText(key: RelayKey, device: string, text: string): Promise<void> {
    const relayText = readRelayText(text)
    if (!relayText) return
    if ('key' in relayText) {
      if (relayText.to !== key.key) return
      // Only the first frame that answers is accepted: a later one may have learned the window's
      // nonce, and could choose matching check digits.
      if (channelState.end !== undefined) return
      const { key: frame, bind } = relayText
      const exchange = encodeExchange({ window: key.key, frame, bind })
      channelState.end = {
        device,
        key: frame,
        ends: exchange,
        digits: computeCheckDigits(exchange, nonce),
      }
      return sendToEnd(channelState.end, { type: 'latchkey-window-hello', nonce })
    }
    const { end } = channelState
    if (end?.device !== device) return
    const message = readFrameMessage(await key.read(end.ends, relayText), id, nonce)
    if (!message) return
    clearTimeout(silenceTimer)
    if (message.type === 'latchkey-frame-pair') return onMessage(message)
    if (!channelState.isOpen && !(await isPaired(device))) return
    if (!channelState.isOpen) {
      channelState.isOpen = true
      onState('open')
    }
    if (!frameCalls.takeAnswer(message)) onMessage(message)
  }

  async function listenToFrame(): Promise<void> {
    const key = await ownKey
    await sendText({ key: key.key, bind: await sha256Text(nonce) })
    await listenRelay({
      signIn,
      id,
      at: 'window',
      signal: abortController.signal,
      take: ({ device, text }) => receiveText(key, device, text).catch(() => {}),
    })
  }

  queueMicrotask(() => onState('seeking'))
  listenToFrame().then(
    () => abortController.signal.aborted || onState('lost'),
    (error) =>
      onState(
        hasCode(error, 'proof-needed') || hasCode(error, 'device-revoked') ? 'cut' : 'silent',
      ),
  )

  return {
    tell: sendToFrame,
    ask: frameCalls.ask,
    async pair(number) {
      const { end } = channelState
      if (!end || number.length !== 12 || number.slice(0, 4) !== (await end.digits)) return false
      channelState.isTyped = true
      const { account } = await signIn.call('GET /api/account', undefined)
      await store.keepPairing(`${account} ${end.device}`)
      sendToEnd(end, { type: 'latchkey-window-pair', number: number.slice(4) })
      return true
    },
    stop() {
      abortController.abort()
      clearTimeout(silenceTimer)
    },
  }
}
