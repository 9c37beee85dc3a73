import type { FrameToWindow, WindowToFrame } from '@latchkey/protocol/vault'
import { randomId, sha256Text } from '../../base64url.ts'
import { listenRelay, tellRelay } from '../../relay/listen-relay.ts'
import { checkDigits, endsOf, makeRelayKey, readRelayText } from '../../relay/relay-text.ts'
import type { SignIn } from '../account/open-sign-in.ts'
import type { WindowSource } from '../page/window-source.ts'
import type { Vault } from '../vault.ts'

const mostTries = 3
/**
 * Maximum number of exchanges of one window; a reload counts as another. Each gives an attacker in
 * between one more chance in 10,000.
 */
const mostExchanges = 8

/** A window that is reached through the gateway, identified by its device. */
interface End {
  /** Result of `endsOf` for this exchange. */
  readonly ends: string
  /** Commitment to the window's nonce. */
  readonly bind: string
  readonly source: WindowSource
  isPaired?: boolean
  hello?: Extract<WindowToFrame, { type: 'latchkey-window-hello' }>
}

/**
 * The frame's end of the relay to a window that the page's isolation may have cut off. A device of
 * the same account is not trusted yet: its messages count only after the number that this frame
 * shows was typed there once; the page cannot read that number, and an attacker elsewhere cannot
 * see it. Its first digits tell the window that nobody is in between. Resolves when the relay has
 * ended.
 */
export async function openRelay(options: {
  readonly vault: Pick<Vault, 'origin' | 'store'>
  readonly signIn: SignIn
  readonly id: string
  readonly signal: AbortSignal
  readonly hear: (source: WindowSource, message: WindowToFrame) => void
  /** Shows the number in this frame; the returned stop removes it. */
  readonly show: (number: string) => () => void
}): Promise<void> {
  const { vault, signIn, id, signal, hear, show } = options
  const own = await makeRelayKey()
  const secret = drawSecret()
  const tell = tellRelay(signIn, id, 'window')
  const ends = new Map<string, End>()
  const pairing: { left: number; begun: number; hide?: (() => void) | undefined } = {
    left: mostTries,
    begun: 0,
  }
  const ended = new AbortController()
  const pairOf = async (device: string): Promise<string> => {
    const { account } = await signIn.call('GET /api/account', undefined, signal)
    return `${account} ${device}`
  }

  const askFor = (end: End, nonce: string): void => {
    const message: FrameToWindow = { type: 'latchkey-frame-pair', id, nonce, left: pairing.left }
    end.source.postMessage(message, vault.origin)
  }

  async function takeText(device: string, text: string): Promise<void> {
    const read = readRelayText(text)
    if (!read) return
    if ('key' in read) {
      if (pairing.begun >= mostExchanges) return
      pairing.begun += 1
      const before = ends.get(device)
      if (before) Object.assign(before.source, { closed: true })
      const { key } = read
      const bind = randomId(32)
      const about = endsOf({ window: key, frame: own.key, bind })
      const source: WindowSource = {
        closed: false,
        postMessage: (message) => void tell(own.write(key, about, message)).catch(() => {}),
      }
      ends.set(device, { ends: about, bind: read.bind, source })
      return tell({ key: own.key, bind, to: key })
    }
    const end = ends.get(device)
    if (!end) return
    const said = (await own.read(end.ends, read)) as WindowToFrame
    if (typeof said !== 'object' || said === null || said.id !== id) return
    if (said.type === 'latchkey-window-hello') {
      if (typeof said.nonce !== 'string' || (await sha256Text(said.nonce)) !== end.bind) return
      end.hello = said
    }
    if (!end.hello) return
    end.isPaired ??= (await vault.store.pairs()).includes(await pairOf(device))
    if (end.isPaired) return hear(end.source, said)
    if (said.type === 'latchkey-window-hello') {
      const digits = await checkDigits(end.ends, said.nonce)
      pairing.hide?.()
      pairing.hide = show(digits + secret)
      return askFor(end, said.nonce)
    }
    if (said.type !== 'latchkey-window-pair' || pairing.left <= 0) return
    pairing.left -= 1
    if (said.number !== secret) {
      askFor(end, end.hello.nonce)
      if (pairing.left <= 0) ended.abort()
      return
    }
    await vault.store.keepPair(await pairOf(device))
    end.isPaired = true
    pairing.hide?.()
    pairing.hide = undefined
    hear(end.source, end.hello)
  }

  try {
    await listenRelay({
      signIn,
      id,
      at: 'frame',
      signal: AbortSignal.any([signal, ended.signal]),
      // A message for another frame, or not sealed to this one, is ignored.
      take: ({ device, text }) => takeText(device, text).catch(() => {}),
    })
  } finally {
    pairing.hide?.()
  }
}

/** Eight digits. */
function drawSecret(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return String((BigInt(high) * 2n ** 32n + BigInt(low)) % 100_000_000n).padStart(8, '0')
}
