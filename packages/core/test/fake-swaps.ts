import type { AccountId } from '@latchkey/protocol'
import { vi } from 'vitest'
import { approvalData } from './fake-parts.ts'

export interface Asked {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}
type Answer = unknown | Response | Promise<unknown> | ((asked: Asked) => unknown)

export interface FakeSwaps {
  readonly asked: Asked[]
  /**
   * Answers by the last part of the path; a function is called, `down` fails like a broken network.
   */
  readonly answers: Record<string, Answer>
}

export const coin = `0x${'e'.repeat(40)}`
export const down: unique symbol = Symbol('down')

/** A refusal in the shape of the gateway. */
export function refused(status: number, field: string, description: string): Response {
  return Response.json({ status: 'FAILED', reasons: [{ field, description }] }, { status })
}

/** A gateway with swaps of any token at two for one, by the contract `a9`; replaces `fetch`. */
export function fakeSwaps(): FakeSwaps {
  const token = (address: string, symbol: string) => ({
    name: symbol,
    symbol,
    address: `alpha:1:${address}` as AccountId,
    decimals: address === coin ? 18 : 6,
  })
  const fake: FakeSwaps = {
    asked: [],
    answers: {
      'supported-chains': { http: ['alpha:1'], ws: [] },
      tokens: { tokens: [token(coin, 'COIN'), token('t1', 'ONE'), token('t2', 'TWO')] },
      balance: { balances: [] },
      quotes: ({ query: { from, to, amount = '', side } }: Asked) => ({
        quotes: [
          {
            id: 'o1',
            fromAmount: side ? `${(BigInt(amount) + 1n) / 2n}` : amount,
            fromAccount: from,
            toAmount: side ? amount : `${BigInt(amount) * 2n}`,
            toAccount: to,
          },
        ],
      }),
      'build-transaction': ({ body: { from, amount, side, userAddress, eip155 } }: Asked) => {
        const { slippage } = eip155 as { slippage: number }
        const bps = BigInt(Math.round(slippage * 100))
        const [asked, isCoin] = [BigInt(amount as string), String(from).endsWith(coin)]
        const most = side ? asked / 2n + ((asked / 2n) * bps) / 10_000n : asked
        const least = side ? asked : asked * 2n - (asked * 2n * bps) / 10_000n
        const tx = { from: userAddress, to: 'alpha:1:a9', data: '0xabcd', amount: `${least}` }
        return {
          tx: { ...tx, value: isCoin ? `${most}` : '0', ...(side ? { maximum: `${most}` } : {}) },
        }
      },
      'build-approve': ({ query: { from, to, amount } }: Asked) => ({
        tx: {
          from,
          to,
          data: approvalData('a9', amount === undefined ? 2n ** 256n - 1n : BigInt(amount)),
          value: '0',
        },
      }),
    },
  }
  vi.stubGlobal(
    'fetch',
    async (address: string, { body, signal }: { body?: string; signal?: AbortSignal } = {}) => {
      const url = new URL(address)
      const asked = {
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        body: body ? JSON.parse(body) : {},
      }
      fake.asked.push(asked)
      const answer = fake.answers[url.pathname.split('/').at(-1) ?? '']
      const told = await Promise.race([
        typeof answer === 'function' ? answer(asked) : answer,
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      ])
      if (told === down) throw new TypeError('Failed to fetch')
      if (told === undefined) return refused(404, '', 'not here')
      return told instanceof Response ? told.clone() : Response.json(told)
    },
  )
  return fake
}
