import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { connectClient } from './relay-client.ts'

const everyMs = 10
const topic = 'ab'.repeat(32)

/** What readers ask a gateway for, each again as soon as it was answered. */
export interface Readers {
  readonly count: number
  /** Path of the question; `round` differs with every question of every reader. */
  readonly path: (round: number) => string
  readonly headers?: Readonly<Record<string, string>>
}

/** Milliseconds of each message, and how many questions the readers had answered meanwhile. */
export interface Times {
  readonly alone: readonly number[]
  readonly beside: readonly number[]
  readonly answers: number
}

/**
 * Milliseconds of a message from one client to another through the relay of a running gateway,
 * alone and beside readers of the same gateway: in turns, so that whatever else the machine does
 * falls on both.
 */
export async function relayBeside(
  url: string,
  { count, path, headers = {} }: Readers,
  { rounds, windowMs }: { readonly rounds: number; readonly windowMs: number },
): Promise<Times> {
  const agent = new Agent({ keepAlive: true })
  const relay = await openPair(url)
  const times = { alone: [] as number[], beside: [] as number[], answers: 0 }
  const state = { isReading: false }
  const ask = (round: number): Promise<void> => drained(url + path(round), { agent, headers })
  const read = async (reader: number): Promise<void> => {
    for (let round = reader; state.isReading; round += count, times.answers++) {
      await ask(round)
    }
  }
  try {
    await ask(0)
    await messages(relay.send, windowMs)
    for (let round = 0; round < rounds; round++) {
      times.alone.push(...(await messages(relay.send, windowMs)))
      state.isReading = true
      const reading = Promise.all(Array.from({ length: count }, (_, reader) => read(reader)))
      // A reader that fails is told of below; until then nobody waits for it.
      reading.catch(() => {})
      times.beside.push(...(await messages(relay.send, windowMs)))
      state.isReading = false
      await reading
    }
    return times
  } finally {
    state.isReading = false
    await relay.close()
    agent.destroy()
  }
}

/** Times of messages, one after the other, for a while. */
async function messages(send: () => Promise<number>, forMs: number): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + forMs
  while (performance.now() < until) {
    times.push(await send())
    await pause(everyMs)
  }
  return times
}

async function drained(
  url: string,
  options: { readonly agent: Agent; readonly headers: Readonly<Record<string, string>> },
): Promise<void> {
  const request = get(url, options)
  const [response] = await once(request, 'response')
  response.resume()
  await once(response, 'end')
  if (response.statusCode !== 200) throw new Error(`${url} answers ${response.statusCode}`)
}

/** A publisher and a subscriber; `send` resolves with the milliseconds from one to the other. */
async function openPair(url: string): Promise<{ send(): Promise<number>; close(): Promise<void> }> {
  const state = { sent: 0, arrived: (): void => {} }
  const publisher = await connectClient(url)
  const subscriber = await connectClient(url, { onPush: () => state.arrived() })
  await subscriber.call('irn_subscribe', { topic })
  return {
    async send() {
      const startedAt = performance.now()
      const arrived = new Promise<void>((resolve) => {
        state.arrived = resolve
      })
      const message = `${++state.sent}-${'x'.repeat(600)}`
      const answered = publisher.call('irn_publish', {
        topic,
        message,
        ttl: 300,
        tag: 1108,
        prompt: true,
      })
      await Promise.all([arrived, answered])
      return performance.now() - startedAt
    },
    async close() {
      await Promise.all([publisher.close(), subscriber.close()])
    },
  }
}
