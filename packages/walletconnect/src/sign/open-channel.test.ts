import { LatchkeyError } from '@latchkey/protocol'
import { describe, expect, test, vi } from 'vitest'
import type { Channel, Incoming } from '../channel.ts'
import type { Keep, Publication, Relay, StoredState } from '../contract.ts'
import { agree } from '../crypto/agree.ts'
import { sealEnvelope } from '../crypto/envelope.ts'
import { makeKeyPair } from '../crypto/key-pair.ts'
import { randomHex32 } from '../crypto/random.ts'
import { topicOf } from '../crypto/topic.ts'
import { openChannel } from './open-channel.ts'

function memoryKeep(): Keep & { kept: StoredState } {
  const keep = {
    kept: { version: 1, pairings: [], sessions: [], seen: [] } as StoredState,
    read: async () => keep.kept,
    async change(edit: (kept: StoredState) => StoredState) {
      keep.kept = edit(keep.kept)
      return keep.kept
    },
  }
  return keep
}

/** A relay that hands each publication of one channel to the other. */
function line(): { readonly relay: Relay; readonly sent: Publication[]; to?: Channel } {
  const wire: { readonly relay: Relay; readonly sent: Publication[]; to?: Channel } = {
    sent: [],
    relay: {
      url: 'ws://relay.test',
      subscribe: async () => {},
      unsubscribe() {},
      async publish(publication) {
        wire.sent.push(publication)
        void wire.to?.receive(publication, wire.relay)
      },
      propose: async () => {},
      approve: async () => {},
      close() {},
    },
  }
  return wire
}

async function pair() {
  const symKey = randomHex32()
  const topic = await topicOf(symKey)
  const toWallet = line()
  const toPage = line()
  const keeps = { page: memoryKeep(), wallet: memoryKeep() }
  const drops: string[] = []
  const page = openChannel({ keep: keeps.page, onDrop: (reason) => drops.push(reason) })
  const wallet = openChannel({ keep: keeps.wallet, onDrop: (reason) => drops.push(reason) })
  toWallet.to = wallet
  toPage.to = page
  for (const channel of [page, wallet]) {
    channel.addKey(topic, { symKey })
  }
  const heard: Incoming[] = []
  wallet.watch((incoming) => heard.push(incoming))
  const ask = (
    method = 'wc_sessionRequest',
    more: { id?: number; expiresAt?: number } = {},
    signal?: AbortSignal,
  ) => page.ask({ relay: toWallet.relay, topic, method, params: { a: 1 }, ...more }, signal)
  const reply = (incoming: Incoming | undefined, answer: Parameters<Channel['answer']>[1]) => {
    if (!incoming) throw new Error('nothing was heard')
    return wallet.answer({ ...incoming, relay: toPage.relay }, answer)
  }
  return { symKey, topic, page, wallet, toWallet, toPage, heard, drops, keeps, ask, reply }
}

describe('openChannel', () => {
  test('default', async () => {
    const { ask, heard, reply, toWallet, toPage, topic } = await pair()
    const answer = ask()
    await expect
      .poll(() => heard)
      .toMatchObject([{ method: 'wc_sessionRequest', params: { a: 1 }, topic }])
    await reply(heard[0], { result: '0x1' })
    expect(await answer).toBe('0x1')
    expect(toWallet.sent).toMatchObject([{ tag: 1108, ttl: 300, prompt: true }])
    expect(toPage.sent).toMatchObject([{ tag: 1109, ttl: 300, prompt: false }])
  })

  test("behavior: a wallet's error is thrown as it came, also an empty one", async () => {
    const { ask, heard, reply } = await pair()
    const refused = ask()
    await expect.poll(() => heard).toHaveLength(1)
    void reply(heard[0], { error: { code: 4001, message: 'no', data: { why: 1 } } })
    await expect(refused).rejects.toEqual({ code: 4001, message: 'no', data: { why: 1 } })
    const empty = ask()
    await expect.poll(() => heard).toHaveLength(2)
    void reply(heard[1], { error: {} })
    await expect(empty).rejects.toEqual({})
  })

  test('behavior: a message delivered again is handled once', async () => {
    const { ask, heard, reply, toWallet, wallet, drops } = await pair()
    const answer = ask()
    await expect.poll(() => heard).toHaveLength(1)
    const [message] = toWallet.sent
    if (message) await wallet.receive(message, toWallet.relay)
    await reply(heard[0], { result: 1 })
    if (message) await wallet.receive(message, toWallet.relay)
    await answer
    expect(heard).toHaveLength(1)
    expect(drops).toEqual(['seen', 'seen'])
  })

  test('behavior: a request id comes once, whatever envelope it is in', async () => {
    const { heard, reply, symKey, topic, wallet, toPage } = await pair()
    const json = { id: 7, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} }
    const deliver = async () =>
      wallet.receive({ topic, message: await sealEnvelope({ symKey, json }) }, toPage.relay)
    await deliver()
    await deliver()
    await reply(heard[0], { result: true })
    await deliver()
    expect(heard).toHaveLength(1)
  })

  test('behavior: what is answered stays known to the next page, what is not comes again', async () => {
    const { heard, reply, symKey, topic, wallet, toPage, keeps } = await pair()
    const requests = await Promise.all(
      [7, 8].map((id) =>
        sealEnvelope({ symKey, json: { id, method: 'wc_sessionRequest', params: {} } }),
      ),
    )
    for (const message of requests) {
      await wallet.receive({ topic, message }, toPage.relay)
    }
    await reply(heard[0], { result: true })
    await expect.poll(() => keeps.wallet.kept.seen).toHaveLength(3)
    const reloaded = openChannel({ keep: keeps.wallet })
    reloaded.addKey(topic, { symKey })
    const again: number[] = []
    reloaded.watch(({ id }) => again.push(id))
    for (const message of requests) {
      await reloaded.receive({ topic, message }, toPage.relay)
    }
    expect(again).toEqual([8])
  })

  test('behavior: an answer has not been given before its mark is stored: a window may close upon it', async () => {
    const { ask, heard, reply, keeps, toPage } = await pair()
    const change = keeps.wallet.change
    let store = (): void => undefined
    const stored = new Promise<void>((resolve) => {
      store = resolve
    })
    keeps.wallet.change = async (edit) => {
      await stored
      return change(edit)
    }
    const isAnswered = vi.fn()
    ask().catch(() => undefined)
    await expect.poll(() => heard).toHaveLength(1)
    const replied = reply(heard[0], { result: true }).then(isAnswered)
    await expect.poll(() => toPage.sent).toHaveLength(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(isAnswered).not.toHaveBeenCalled()
    store()
    await replied
    // The request by its hash and its id, the answer by its hash.
    expect(keeps.wallet.kept.seen).toHaveLength(3)
  })

  test('behavior: an echo of what was sent is no news, now and on the next page', async () => {
    const { page, toWallet, ask, keeps, symKey, topic } = await pair()
    const heard = vi.fn()
    page.watch(heard)
    ask('wc_sessionDelete').catch(() => undefined)
    await expect.poll(() => toWallet.sent).toHaveLength(1)
    const [message] = toWallet.sent
    if (!message) throw new Error('nothing was sent')
    await page.receive(message, toWallet.relay)
    await expect.poll(() => keeps.page.kept.seen).toHaveLength(1)
    const reloaded = openChannel({ keep: keeps.page })
    reloaded.addKey(topic, { symKey })
    reloaded.watch(heard)
    await reloaded.receive(message, toWallet.relay)
    expect(heard).not.toHaveBeenCalled()
  })

  test('behavior: unknown methods of the protocol are refused, others passed over', async () => {
    const { ask, heard, toPage, wallet, toWallet, symKey, topic } = await pair()
    wallet.watch(() => {})
    // The wallet answers on the line it was asked on; here that line leads to itself, so the answer
    // is read off it.
    ask('wc_sessionTeleport').catch(() => undefined)
    await expect.poll(() => toWallet.sent).toHaveLength(2)
    expect(toWallet.sent[1]).toMatchObject({ tag: 0 })
    const message = await sealEnvelope({ symKey, json: { id: 9, method: 'eth_call', params: {} } })
    await wallet.receive({ topic, message }, toPage.relay)
    expect(toPage.sent).toHaveLength(0)
    expect(heard).toHaveLength(0)
  })

  test('behavior: a request expires', async () => {
    const { ask, heard, reply } = await pair()
    const answer = ask('wc_sessionRequest', { expiresAt: Date.now() + 30 })
    await expect(answer).rejects.toMatchObject({ code: 'request-expired' })
    await reply(heard[0], { result: 'late' })
  })

  test('parameters: signal', async () => {
    const { ask } = await pair()
    const stop = new AbortController()
    const answer = ask('wc_sessionRequest', {}, stop.signal)
    stop.abort()
    await expect(answer).rejects.toMatchObject({ code: 'aborted' })
  })

  test('behavior: what the relay says is thrown', async () => {
    const { page, topic, toWallet } = await pair()
    const relay = {
      ...toWallet.relay,
      publish: () => Promise.reject(new LatchkeyError('relay-unreachable')),
    }
    await expect(
      page.ask({ relay, topic, method: 'wc_sessionPing', params: {} }),
    ).rejects.toMatchObject({
      code: 'relay-unreachable',
    })
  })

  test('behavior: what cannot be opened, is shaped wrongly or was not asked is dropped and counted', async () => {
    const { page, topic, symKey, toPage, drops } = await pair()
    const sealed = (json: unknown, key = symKey) => sealEnvelope({ symKey: key, json })
    await page.receive(
      { topic: 'f'.repeat(64), message: await sealed({ id: 1, result: 1 }) },
      toPage.relay,
    )
    await page.receive(
      { topic, message: await sealed({ id: 1, result: 1 }, randomHex32()) },
      toPage.relay,
    )
    await page.receive({ topic, message: 'no envelope' }, toPage.relay)
    await page.receive({ topic, message: await sealed('text') }, toPage.relay)
    await page.receive({ topic, message: await sealed({ id: 1, result: 1 }) }, toPage.relay)
    expect(drops).toEqual(['unknown-topic', 'unopened', 'unopened', 'unshaped', 'unasked'])
  })

  test('behavior: updates are handed on in the order they came', async () => {
    const { symKey, topic, wallet, heard, toPage } = await pair()
    const messages = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        sealEnvelope({
          symKey,
          json: { id: i, method: 'wc_sessionUpdate', params: 'x'.repeat((20 - i) * 2000) },
        }),
      ),
    )
    await Promise.all(messages.map((message) => wallet.receive({ topic, message }, toPage.relay)))
    expect(heard.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, i) => i))
  })

  test('behavior: an answer on another topic, of a sender who introduces itself', async () => {
    const { page, wallet, topic, toWallet, toPage, heard } = await pair()
    const [asker, responder] = [await makeKeyPair(), await makeKeyPair()]
    const answersOn = await topicOf(asker.publicKey)
    page.addKey(answersOn, asker)
    const symKey = await agree(responder.privateKey, asker.publicKey)
    wallet.addKey(answersOn, { symKey, sender: responder })
    const method = 'wc_sessionAuthenticate'
    const expiresAt = Date.now() + 10_000
    const answer = page.expect({ topic: answersOn, id: 5, expiresAt })
    const asked = page.ask({ relay: toWallet.relay, topic, method, params: {}, id: 4, answersOn })
    await expect.poll(() => heard).toHaveLength(1)
    await wallet.answer(
      { topic, id: 4, method, relay: toPage.relay, answersOn },
      { result: 'cacaos' },
    )
    expect(await asked).toBe('cacaos')
    expect(toPage.sent).toMatchObject([{ topic: answersOn, tag: 1117 }])
    await wallet.answer(
      { topic, id: 5, method, relay: toPage.relay, answersOn },
      { result: 'more' },
    )
    expect(await answer).toMatchObject({ result: 'more', senderPublicKey: responder.publicKey })
  })

  test('behavior: closing ends what waits, and hears nothing more', async () => {
    const { ask, page, wallet, heard, toWallet, symKey, topic } = await pair()
    const answer = ask()
    await expect.poll(() => heard).toHaveLength(1)
    page.close()
    await expect(answer).rejects.toMatchObject({ code: 'aborted' })
    wallet.close()
    const message = await sealEnvelope({
      symKey,
      json: { id: 3, method: 'wc_sessionPing', params: {} },
    })
    await wallet.receive({ topic, message }, toWallet.relay)
    expect(heard).toHaveLength(1)
  })

  test("behavior: one listener's fault is not the next one's", async () => {
    const { ask, wallet } = await pair()
    const print = vi.spyOn(console, 'error').mockImplementation(() => {})
    wallet.watch(() => {
      throw new Error('listener')
    })
    const heard = vi.fn()
    wallet.watch(heard)
    ask('wc_sessionPing').catch(() => undefined)
    await expect.poll(() => heard.mock.calls.length).toBe(1)
    expect(print).toHaveBeenCalledOnce()
    print.mockRestore()
  })

  test('behavior: many requests of one millisecond are as many requests', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { page, toWallet, topic, heard } = await pair()
    const one = { relay: toWallet.relay, topic, method: 'wc_sessionEvent', params: {} }
    await Promise.all(Array.from({ length: 200 }, () => page.tell(one)))
    vi.useRealTimers()
    await expect.poll(() => heard.length).toBe(200)
  })
})
