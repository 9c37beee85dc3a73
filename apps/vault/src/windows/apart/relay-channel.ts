import { hasCode } from '@latchkey/protocol'
import type { FrameToWindow } from '@latchkey/protocol/vault'
import { sha256Text } from '../../base64url.ts'
import { listenRelay, tellRelay } from '../../relay/listen-relay.ts'
import {
  checkDigits,
  endsOf,
  makeRelayKey,
  type RelayKey,
  readRelayText,
} from '../../relay/relay-text.ts'
import type { Channel, ChannelState } from '../page/channel.ts'
import { openAsks, type WindowTells } from '../page/open-asks.ts'
import { readFrameMessage } from '../page/read-frame-message.ts'
import type { Own } from './open-own.ts'

const silentMs = 20_000

/** A frame of this account that is reached through the gateway. */
interface End {
  readonly device: string
  readonly key: string
  /** Result of `endsOf` for this exchange. */
  readonly ends: string
  readonly digits: Promise<string>
}

export interface RelayChannel extends Channel {
  /** Twelve digits as typed; false when the first four are not the check digits of the frame. */
  pair(number: string): Promise<boolean>
}

/**
 * The channel to the frame that waits for `id`, through the gateway: between devices of one
 * account, sealed end to end, and only with a frame whose number was typed here.
 */
export function openRelayChannel(options: {
  readonly id: string
  readonly own: Own
  readonly onState: (state: ChannelState) => void
  readonly onMessage: (message: FrameToWindow) => void
}): RelayChannel {
  const { id, own, onState, onMessage } = options
  const { signIn, store } = own
  const nonce = crypto.randomUUID()
  const ended = new AbortController()
  const tell = tellRelay(signIn, id, 'frame')
  const held: { end?: End; isOpen?: true; isTyped?: true } = {}
  const tellFrame = (message: WindowTells): void => {
    if (held.end && held.isOpen) tellEnd(held.end, message)
  }
  const asks = openAsks(tellFrame, () => held.isOpen === true)
  const opening = makeRelayKey()
  const silent = setTimeout(() => held.isOpen || onState('silent'), silentMs)

  const tellEnd = (end: End, message: object): void =>
    void tell(opening.then((key) => key.write(end.key, end.ends, { ...message, id }))).catch(
      () => {},
    )

  async function isPaired(device: string): Promise<boolean> {
    if (held.isTyped) return true
    const { account } = await signIn.call('GET /api/account', undefined)
    return (await store.pairs()).includes(`${account} ${device}`)
  }

  async function takeText(key: RelayKey, device: string, text: string): Promise<void> {
    const read = readRelayText(text)
    if (!read) return
    if ('key' in read) {
      if (read.to !== key.key) return
      // Only the first frame is accepted: a later one may have learned the nonce and could choose
      // matching digits.
      if (held.end !== undefined) return
      const { key: frame, bind } = read
      const about = endsOf({ window: key.key, frame, bind })
      held.end = { device, key: frame, ends: about, digits: checkDigits(about, nonce) }
      return tellEnd(held.end, { type: 'latchkey-window-hello', nonce })
    }
    const { end } = held
    if (end?.device !== device) return
    const message = readFrameMessage(await key.read(end.ends, read), id, nonce)
    if (!message) return
    clearTimeout(silent)
    if (message.type === 'latchkey-frame-pair') return onMessage(message)
    if (!held.isOpen && !(await isPaired(device))) return
    if (!held.isOpen) {
      held.isOpen = true
      onState('open')
    }
    if (!asks.takeAnswer(message)) onMessage(message)
  }

  async function listenToFrame(): Promise<void> {
    const key = await opening
    await tell({ key: key.key, bind: await sha256Text(nonce) })
    await listenRelay({
      signIn,
      id,
      at: 'window',
      signal: ended.signal,
      take: ({ device, text }) => takeText(key, device, text).catch(() => {}),
    })
  }

  queueMicrotask(() => onState('seeking'))
  listenToFrame().then(
    () => ended.signal.aborted || onState('lost'),
    (error) =>
      onState(
        hasCode(error, 'proof-needed') || hasCode(error, 'device-revoked') ? 'cut' : 'silent',
      ),
  )

  return {
    tell: tellFrame,
    ask: asks.ask,
    async pair(number) {
      const { end } = held
      if (!end || number.length !== 12 || number.slice(0, 4) !== (await end.digits)) return false
      held.isTyped = true
      const { account } = await signIn.call('GET /api/account', undefined)
      await store.keepPair(`${account} ${end.device}`)
      tellEnd(end, { type: 'latchkey-window-pair', number: number.slice(4) })
      return true
    },
    stop() {
      ended.abort()
      clearTimeout(silent)
    },
  }
}
