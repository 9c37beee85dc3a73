import type { FrameToWindow } from '@latchkey/protocol/vault'
import { describe, expect, test, vi } from 'vitest'
import {
  relayId as id,
  keepsPairs,
  openFrameEnd,
  openWindowEnd,
  standInRelay,
} from '../test/relay-stage.ts'

const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 5 })

function stage(server = standInRelay(), [ofFrame, ofWindow] = [keepsPairs(), keepsPairs()]) {
  const frame = openFrameEnd(server, ofFrame)
  const window = openWindowEnd(server, ofWindow)
  const stop = async () => {
    window.channel.stop()
    await frame.stop()
  }
  return { server, ofFrame, ofWindow, ...frame, ...window, stop }
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
      expect(heard.at(-1)).toEqual({
        type: 'latchkey-window-decided',
        id,
        approved: true,
        payload: 'planted-secret',
      }),
    )
    const answered = channel.ask('POST /api/recovery/pepper', { method: 'm', hash: 'h' })
    await soon(() => expect(heard.at(-1)).toMatchObject({ type: 'latchkey-window-ask', ask: 1 }))
    const told = { id, nonce: shown.nonce, ask: 1, answer: { key: 'planted-pepper' } }
    shown.source?.postMessage({ type: 'latchkey-frame-answer', ...told }, 'https://vault.example')
    expect(await answered).toEqual({ key: 'planted-pepper' })
    const texts = JSON.stringify([...server.boxes.values()])
    for (const secret of ['planted', 'pepper', 'decided', 'approved']) {
      expect(texts).not.toContain(secret)
    }
    await stop()
  })

  test('behavior: paired once, the next window is heard without a number', async () => {
    const first = stage()
    await soon(() => expect(asked(first.messages)).toHaveLength(1))
    await first.channel.pair(first.shown.number ?? '')
    await soon(() => expect(first.states.at(-1)).toBe('open'))
    await first.stop()
    const next = stage(standInRelay(), [first.ofFrame, first.ofWindow])
    await soon(() => expect(next.states.at(-1)).toBe('open'))
    expect(asked(next.messages)).toEqual([])
    await next.stop()
  })

  test('behavior: a window of the account that guesses is never heard, and after three times nobody is', async () => {
    const { heard, messages, shown, channel, over } = stage()
    await soon(() => expect(asked(messages)).toHaveLength(1))
    const right = shown.number ?? ''
    // What a window checks by itself it says at once.
    expect(
      await channel.pair(`${right.slice(0, 4) === '0000' ? '0001' : '0000'}${right.slice(4)}`),
    ).toBe(false)
    const wrong = right.slice(4) === '00000000' ? '00000001' : '00000000'
    for (const left of [2, 1, 0]) {
      expect(await channel.pair(right.slice(0, 4) + wrong)).toBe(true)
      await soon(() => expect(asked(messages).at(-1)?.left).toBe(left))
    }
    await over
    expect(heard).toEqual([])
    channel.stop()
  })

  test('behavior: a window that is loaded again has an exchange of its own, whatever it reads of the one before', async () => {
    const { server, ofWindow, messages, shown, channel, stop } = stage()
    await soon(() => expect(asked(messages)).toHaveLength(1))
    channel.stop()
    const again = openWindowEnd(server, ofWindow)
    await soon(() => expect(asked(again.messages)).toHaveLength(1))
    expect(await again.channel.pair(shown.number ?? '')).toBe(true)
    await soon(() => expect(again.states.at(-1)).toBe('open'))
    again.channel.stop()
    await stop()
  })

  test('behavior: who stands between the two, with keys of their own, makes another number', async () => {
    // To the window they play the frame, to the frame the window; the visitor types what the true
    // frame draws.
    const [toWindow, toFrame] = [stage(), stage()]
    await soon(() =>
      expect([...asked(toWindow.messages), ...asked(toFrame.messages)]).toHaveLength(2),
    )
    expect(await toWindow.channel.pair(toFrame.shown.number ?? '')).toBe(false)
    expect(toWindow.states).toEqual(['seeking'])
    expect(toFrame.heard).toEqual([])
    await Promise.all([toWindow.stop(), toFrame.stop()])
  })
})
