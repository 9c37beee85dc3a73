import { hasCode } from '@latchkey/protocol'
import type { FrameToWindow } from '@latchkey/protocol/vault'
import { sha256Text } from '../../base64url.ts'
import { listenRelay, tellRelay } from '../../relay/listen-relay.ts'
import { checkDigits, makeRelayKey, type RelayKey, readRelayText } from '../../relay/relay-text.ts'
import type { Channel, ChannelState } from '../channel.ts'
import { openAsks, type WindowTells } from '../open-asks.ts'
import { readFrameMessage } from '../read-frame-message.ts'
import type { Own } from './open-own.ts'

const silentMs = 20_000
const mostEnds = 4

/** A frame of this account, as it is reached over the gateway. */
interface End {
  readonly device: string
  readonly key: string
  readonly digits: Promise<string>
}

export interface RelayChannel extends Channel {
  /** Twelve digits as typed; false where they are not those of a frame that asked. */
  pair(number: string): Promise<boolean>
}

/**
 * The channel to the frame that waits for `id`, over the gateway: between devices of one account, sealed between the two
 * ends, and heard only of a frame whose number was typed here.
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
  const ends = new Map<string, End>()
  const typed = new Set<string>()
  const tell = tellRelay(signIn, id, 'frame')
  const pinned: { end?: End } = {}
  const tellFrame = (message: WindowTells): void => {
    if (pinned.end) say(pinned.end, message)
  }
  const asks = openAsks(tellFrame, () => pinned.end !== undefined)
  const opening = makeRelayKey()
  const silent = setTimeout(() => pinned.end || onState('silent'), silentMs)

  const say = (end: End, message: object): void =>
    void tell(opening.then((key) => key.write(end.key, { ...message, id }))).catch(() => {})

  async function isPaired(device: string): Promise<boolean> {
    if (typed.has(device)) return true
    const { account } = await signIn.call('GET /api/account', undefined)
    return (await store.pairs()).includes(`${account} ${device}`)
  }

  async function take(key: RelayKey, device: string, text: string): Promise<void> {
    const read = readRelayText(text)
    if (!read) return
    if ('key' in read) {
      if (ends.has(device) || ends.size >= mostEnds) return
      const { key: frame, bind } = read
      const end: End = { device, key: frame, digits: checkDigits({ window: key.key, frame, bind, nonce }) }
      ends.set(device, end)
      return say(end, { type: 'latchkey-window-hello', nonce })
    }
    const end = ends.get(device)
    const message = end && readFrameMessage(await key.read(read), id, nonce)
    if (!end || !message) return
    clearTimeout(silent)
    if (message.type === 'latchkey-frame-pair') return onMessage(message)
    if (pinned.end ? pinned.end !== end : !(await isPaired(device))) return
    if (!pinned.end) {
      pinned.end = end
      onState('open')
    }
    if (!asks.take(message)) onMessage(message)
  }

  async function listen(): Promise<void> {
    const key = await opening
    await tell({ key: key.key, bind: await sha256Text(nonce) })
    await listenRelay({
      ...{ signIn, id, at: 'window', signal: ended.signal },
      take: ({ device, text }) => take(key, device, text).catch(() => {}),
    })
  }

  queueMicrotask(() => onState('seeking'))
  listen().then(
    () => ended.signal.aborted || onState('lost'),
    (error) => onState(hasCode(error, 'proof-needed') || hasCode(error, 'device-revoked') ? 'cut' : 'silent'),
  )

  return {
    tell: tellFrame,
    ask: asks.ask,
    async pair(number) {
      for (const end of ends.values()) {
        if (number.length !== 12 || number.slice(0, 4) !== (await end.digits)) continue
        typed.add(end.device)
        const { account } = await signIn.call('GET /api/account', undefined)
        await store.keepPair(`${account} ${end.device}`)
        say(end, { type: 'latchkey-window-pair', number: number.slice(4) })
        return true
      }
      return false
    },
    stop() {
      ended.abort()
      clearTimeout(silent)
    },
  }
}
