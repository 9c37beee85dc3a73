import { LatchkeyError } from '@latchkey/protocol'
import type { FrameToWindow, RelayTold, WindowToFrame } from '@latchkey/protocol/vault'
import type { SignIn } from '../frame/account/open-sign-in.ts'
import type { WindowSource } from '../frame/page/window-source.ts'
import { openRelay } from '../frame/relay/open-relay.ts'
import type { Store } from '../store/open-store.ts'
import { openRelayChannel } from '../windows/apart/relay-channel.ts'
import type { ChannelState } from '../windows/page/channel.ts'

/** Id of the window, in its address' fragment. */
export const relayId = 'i'.repeat(43)
const origin = 'https://vault.example'

/** A fake gateway relay: mailboxes of one account, in which every device puts its texts. */
export function standInRelay(account = 'a1') {
  const boxes = new Map<string, RelayTold[]>()
  const state = { seq: 0 }
  const signIn = (device: string): SignIn =>
    ({
      call: async (name: string, body: Record<string, never>, signal?: AbortSignal) => {
        if (name === 'GET /api/account') return { account, identities: [] }
        const { to = body.at, text = '', after = 0 } = body as unknown as Record<string, string>
        const box = boxes.get(`${to}`) ?? []
        boxes.set(`${to}`, box)
        if (name === 'POST /api/relay/tell') {
          state.seq += 1
          box.push({ seq: state.seq, device, text })
          return {}
        }
        for (;;) {
          const told = box.filter(({ seq }) => seq > Number(after))
          if (told.length > 0) return { told }
          if (signal?.aborted) throw new LatchkeyError('aborted')
          await new Promise((done) => setTimeout(done, 1))
        }
      },
    }) as unknown as SignIn
  return { boxes, signIn }
}
export type StandInRelay = ReturnType<typeof standInRelay>

/** A store that holds these paired devices. */
export function keepsPairs(...pairs: string[]): Store {
  return {
    pairs: async () => pairs,
    keepPairing: async (pair: string) => void pairs.push(pair),
  } as unknown as Store
}

/** The frame's end; its windows are answered that all is done. */
export function openFrameEnd(server: StandInRelay, store: Store) {
  const ended = new AbortController()
  const heard: WindowToFrame[] = []
  const shown: { number?: string; source?: WindowSource; nonce?: string } = {}
  const over = openRelay({
    id: relayId,
    signal: ended.signal,
    signIn: server.signIn('frame-device'),
    vault: { origin, store },
    show: (number) => {
      shown.number = number
      return () => {
        delete shown.number
      }
    },
    hear(source, message) {
      heard.push(message)
      if (message.type !== 'latchkey-window-hello') return
      shown.source = source
      shown.nonce = message.nonce
      source.postMessage({ type: 'latchkey-frame-done', id: relayId, nonce: message.nonce }, origin)
    },
  })
  const stop = async () => {
    ended.abort()
    await over
  }
  return { heard, shown, over, stop }
}

/** The window's end. */
export function openWindowEnd(server: StandInRelay, store: Store) {
  const messages: FrameToWindow[] = []
  const states: ChannelState[] = []
  const channel = openRelayChannel({
    id: relayId,
    own: { store, signIn: server.signIn('window-device') } as never,
    onState: (state) => states.push(state),
    onMessage: (message) => messages.push(message),
  })
  return { messages, states, channel }
}
