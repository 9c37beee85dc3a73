import type { FrameToWindow, WindowToFrame } from '@latchkey/protocol/vault'
import { randomId, sha256Text } from '../../base64url.ts'
import { listenRelay, openRelaySender } from '../../relay/listen-relay.ts'
import {
  computeCheckDigits,
  encodeExchange,
  makeRelayKey,
  readRelayText,
} from '../../relay/relay-text.ts'
import type { SignIn } from '../account/open-sign-in.ts'
import type { WindowSource } from '../page/window-source.ts'
import type { Vault } from '../vault.ts'

const maxTries = 3
/**
 * Maximum number of key exchanges with one window; each reload of the window starts a new one. In
 * each exchange an attacker in between has a chance of 1 in 10,000 that the check digits match.
 */
const maxExchanges = 8

/** A window that this frame reaches through the gateway; its device's key identifies it. */
interface RelayedWindow {
  /** Result of `encodeExchange` for this window's key exchange. */
  readonly ends: string
  /** The window's commitment to its nonce, which it reveals later. */
  readonly bind: string
  readonly source: WindowSource
  isPaired?: boolean
  hello?: Extract<WindowToFrame, { type: 'latchkey-window-hello' }>
}

/**
 * The frame's end of the relay to a window that the page's isolation may have cut off. Being a
 * device of the same account is not enough to be trusted: the window's messages count only after
 * the visitor has once typed there the number that this frame shows. The page cannot read that
 * number, and an attacker elsewhere cannot see it. Its first digits prove to the window that nobody
 * is in between. Resolves when the relay has ended.
 */
export async function openRelay(options: {
  readonly vault: Pick<Vault, 'origin' | 'store'>
  readonly signIn: SignIn
  readonly id: string
  readonly signal: AbortSignal
  readonly hear: (source: WindowSource, message: WindowToFrame) => void
  /**
   * Shows in this frame the number that the visitor must type into the window; returns a function
   * that removes it.
   */
  readonly show: (number: string) => () => void
}): Promise<void> {
  const { vault, signIn, id, signal, hear, show } = options
  const ownKey = await makeRelayKey()
  const secret = drawSecret()
  const sendText = openRelaySender(signIn, id, 'window')
  const windowsByDevice = new Map<string, RelayedWindow>()
  const pairingState: { left: number; begun: number; hide?: (() => void) | undefined } = {
    left: maxTries,
    begun: 0,
  }
  const endController = new AbortController()
  const pairKey = async (device: string): Promise<string> => {
    const { account } = await signIn.call('GET /api/account', undefined, signal)
    return `${account} ${device}`
  }

  const askForNumber = (relayedWindow: RelayedWindow, nonce: string): void => {
    const message: FrameToWindow = {
      type: 'latchkey-frame-pair',
      id,
      nonce,
      left: pairingState.left,
    }
    relayedWindow.source.postMessage(message, vault.origin)
  }

  async function receiveText(device: string, text: string): Promise<void> {
    const relayText = readRelayText(text)
    if (!relayText) return
    if ('key' in relayText) {
      if (pairingState.begun >= maxExchanges) return
      pairingState.begun += 1
      const previousWindow = windowsByDevice.get(device)
      if (previousWindow) Object.assign(previousWindow.source, { closed: true })
      const { key } = relayText
      const bind = randomId(32)
      const exchange = encodeExchange({ window: key, frame: ownKey.key, bind })
      const source: WindowSource = {
        closed: false,
        postMessage: (message) =>
          void sendText(ownKey.sealMessage(key, exchange, message)).catch(() => {}),
      }
      windowsByDevice.set(device, { ends: exchange, bind: relayText.bind, source })
      return sendText({ key: ownKey.key, bind, to: key })
    }
    const relayedWindow = windowsByDevice.get(device)
    if (!relayedWindow) return
    const windowMessage = (await ownKey.read(relayedWindow.ends, relayText)) as WindowToFrame
    if (typeof windowMessage !== 'object' || windowMessage === null || windowMessage.id !== id)
      return
    if (windowMessage.type === 'latchkey-window-hello') {
      if (
        typeof windowMessage.nonce !== 'string' ||
        (await sha256Text(windowMessage.nonce)) !== relayedWindow.bind
      )
        return
      relayedWindow.hello = windowMessage
    }
    if (!relayedWindow.hello) return
    relayedWindow.isPaired ??= (await vault.store.pairs()).includes(await pairKey(device))
    if (relayedWindow.isPaired) return hear(relayedWindow.source, windowMessage)
    if (windowMessage.type === 'latchkey-window-hello') {
      const digits = await computeCheckDigits(relayedWindow.ends, windowMessage.nonce)
      pairingState.hide?.()
      pairingState.hide = show(digits + secret)
      return askForNumber(relayedWindow, windowMessage.nonce)
    }
    if (windowMessage.type !== 'latchkey-window-pair' || pairingState.left <= 0) return
    pairingState.left -= 1
    if (windowMessage.number !== secret) {
      askForNumber(relayedWindow, relayedWindow.hello.nonce)
      if (pairingState.left <= 0) endController.abort()
      return
    }
    await vault.store.keepPairing(await pairKey(device))
    relayedWindow.isPaired = true
    pairingState.hide?.()
    pairingState.hide = undefined
    hear(relayedWindow.source, relayedWindow.hello)
  }

  try {
    await listenRelay({
      signIn,
      id,
      at: 'frame',
      signal: AbortSignal.any([signal, endController.signal]),
      // A message that is for another frame, or cannot be opened with this frame's key, is ignored.
      take: ({ device, text }) => receiveText(device, text).catch(() => {}),
    })
  } finally {
    pairingState.hide?.()
  }
}

/** Makes a random number of eight digits, which the visitor types into the window as a secret. */
function drawSecret(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return String((BigInt(high) * 2n ** 32n + BigInt(low)) % 100_000_000n).padStart(8, '0')
}
