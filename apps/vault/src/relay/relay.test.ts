import { LatchkeyError } from '@latchkey/protocol'
import type { FrameToWindow, RelayTold, WindowToFrame } from '@latchkey/protocol/vault'
import { describe, expect, test, vi } from 'vitest'
import { openRelay } from '../frame/open-relay.ts'
import type { SignIn } from '../frame/open-sign-in.ts'
import type { WindowSource } from '../frame/window-source.ts'
import type { Store } from '../store/open-store.ts'
import { openRelayChannel } from '../windows/apart/relay-channel.ts'
import type { ChannelState } from '../windows/channel.ts'

const id = 'i'.repeat(43)
const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 5 })

/** The gateway's part: boxes of one account, in which every device puts its texts. */
function gateway() {
  const boxes = new Map<string, RelayTold[]>()
  const state = { seq: 0 }
  const signIn = (device: string): SignIn =>
    ({
      call: async (name: string, body: Record<string, never>, signal?: AbortSignal) => {
        if (name === 'GET /api/account') return { account: 'a1', identities: [] }
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

/** What a partition remembers of pairs. */
function keeps(): Store {
  const pairs: string[] = []
  return { pairs: async () => pairs, keepPair: async (pair: string) => void pairs.push(pair) } as unknown as Store
}

function stage(server = gateway(), [ofFrame, ofWindow] = [keeps(), keeps()]) {
  const ended = new AbortController()
  const heard: WindowToFrame[] = []
  const messages: FrameToWindow[] = []
  const states: ChannelState[] = []
  const shown: { number?: string; source?: WindowSource; nonce?: string } = {}
  const over = openRelay({
    ...{ id, signal: ended.signal, signIn: server.signIn('frame-device') },
    vault: { origin: 'https://vault.example', store: ofFrame },
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
      source.postMessage({ type: 'latchkey-frame-done', id, nonce: message.nonce }, 'https://vault.example')
    },
  })
  const channel = openRelayChannel({
    id,
    own: { store: ofWindow, signIn: server.signIn('window-device') } as never,
    onState: (state) => states.push(state),
    onMessage: (message) => messages.push(message),
  })
  const stop = async () => {
    channel.stop()
    ended.abort()
    await over
  }
  return { server, ofFrame, ofWindow, heard, messages, states, shown, channel, over, stop }
}

const asked = (messages: readonly FrameToWindow[]) =>
  messages.filter(({ type }) => type === 'latchkey-frame-pair') as { readonly left: number }[]

describe('relay', { timeout: 60_000 }, () => {
  test('default: the number that the frame draws, typed in the window, lets them speak; no text between them can be read', async () => {
    const { server, heard, messages, states, shown, channel, stop } = stage()
    await soon(() => expect(asked(messages)).toHaveLength(1))
    expect(heard).toEqual([])
    expect(states).toEqual(['seeking'])
    expect(shown.number).toMatch(/^\d{12}$/)
    expect(await channel.pair(shown.number ?? '')).toBe(true)
    await soon(() => expect(states.at(-1)).toBe('open'))
    expect(shown.number).toBeUndefined()
    channel.tell({ type: 'latchkey-window-decided', approved: true, payload: 'planted-secret' })
    await soon(() =>
      expect(heard.at(-1)).toEqual({ type: 'latchkey-window-decided', id, approved: true, payload: 'planted-secret' }),
    )
    const answered = channel.ask('POST /api/recovery/pepper', { method: 'm', hash: 'h' })
    await soon(() => expect(heard.at(-1)).toMatchObject({ type: 'latchkey-window-ask', ask: 1 }))
    const told = { id, nonce: shown.nonce, ask: 1, answer: { key: 'planted-pepper' } }
    shown.source?.postMessage({ type: 'latchkey-frame-answer', ...told }, 'https://vault.example')
    expect(await answered).toEqual({ key: 'planted-pepper' })
    const texts = JSON.stringify([...server.boxes.values()])
    for (const secret of ['planted', 'pepper', 'decided', 'approved']) expect(texts).not.toContain(secret)
    await stop()
  })

  test('behavior: paired once, the next window is heard without a number', async () => {
    const first = stage()
    await soon(() => expect(asked(first.messages)).toHaveLength(1))
    await first.channel.pair(first.shown.number ?? '')
    await soon(() => expect(first.states.at(-1)).toBe('open'))
    await first.stop()
    const next = stage(gateway(), [first.ofFrame, first.ofWindow])
    await soon(() => expect(next.states.at(-1)).toBe('open'))
    expect(asked(next.messages)).toEqual([])
    await next.stop()
  })

  test('behavior: a window of the account that guesses is never heard, and after three times nobody is', async () => {
    const { heard, messages, shown, channel, over } = stage()
    await soon(() => expect(asked(messages)).toHaveLength(1))
    const right = shown.number ?? ''
    // What a window checks by itself it says at once.
    expect(await channel.pair(`${right.slice(0, 4) === '0000' ? '0001' : '0000'}${right.slice(4)}`)).toBe(false)
    const wrong = right.slice(4) === '00000000' ? '00000001' : '00000000'
    for (const left of [2, 1, 0]) {
      expect(await channel.pair(right.slice(0, 4) + wrong)).toBe(true)
      await soon(() => expect(asked(messages).at(-1)?.left).toBe(left))
    }
    await over
    expect(heard).toEqual([])
    channel.stop()
  })

  test('behavior: who stands between the two, with keys of their own, makes another number', async () => {
    // To the window they play the frame, to the frame the window; the visitor types what the true frame draws.
    const [toWindow, toFrame] = [stage(), stage()]
    await soon(() => expect([...asked(toWindow.messages), ...asked(toFrame.messages)]).toHaveLength(2))
    expect(await toWindow.channel.pair(toFrame.shown.number ?? '')).toBe(false)
    expect(toWindow.states).toEqual(['seeking'])
    expect(toFrame.heard).toEqual([])
    await Promise.all([toWindow.stop(), toFrame.stop()])
  })
})
