import { pad, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ChainBlock } from './chain-block.ts'
import { fetchAhead } from './fetch-ahead.ts'
import type { BlockSource } from './fetch-blocks.ts'

const hashOf = (number: number, chain = 0) => pad(toHex(chain * 1_000_000 + number + 1))
const blockOf = (number: number, transactions = 0, parent = hashOf(number - 1)): ChainBlock => ({
  number,
  hash: hashOf(number),
  parentHash: parent,
  bloom: '0x',
  minedAt: 1,
  transactions: Array(transactions).fill({}),
})
const numbersOf = (blocks: readonly ChainBlock[]) => blocks.map(({ number }) => number)
/** All that is due without a timer has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A source whose groups come when they are told to, in any order. */
function makeSource(blockAt: (number: number) => ChainBlock = (number) => blockOf(number)) {
  const asked: { readonly numbers: readonly number[]; come(): void; fail(error: unknown): void }[] =
    []
  const source = {
    readBlocks: (numbers: readonly number[]) =>
      new Promise((resolve, reject) => {
        asked.push({ numbers, come: () => resolve(numbers.map(blockAt)), fail: reject })
      }),
  } as unknown as BlockSource
  return { source, asked }
}

function run(source: BlockSource, to: number, blocks: number) {
  return fetchAhead(source, { from: 0, to }, { blocks }, new AbortController().signal)
}

describe('fetchAhead', () => {
  test('default', async () => {
    const source = {
      readBlocks: async (numbers: readonly number[]) => numbers.map((at) => blockOf(at)),
    }
    const seen: number[] = []
    for await (const blocks of run(source as unknown as BlockSource, 99, 4)) {
      seen.push(...numbersOf(blocks))
    }
    expect(seen).toEqual(Array.from({ length: 100 }, (_, at) => at))
  })

  test('behavior: three are asked for at once, and more while one is worked on, until six wait', async () => {
    const { source, asked } = makeSource((at) => blockOf(at, 600))
    const groups = run(source, 99, 1)
    const first = groups.next()
    await settled()
    expect(asked).toHaveLength(3)
    asked[0]?.come()
    expect(numbersOf((await first).value ?? [])).toEqual([0])
    expect(asked).toHaveLength(4)
    // The first is being worked on: nobody asks for the next.
    for (let at = 1; at < 7; at++) {
      asked[at]?.come()
      await settled()
    }
    expect(asked).toHaveLength(7)
    expect(numbersOf((await groups.next()).value ?? [])).toEqual([1])
    await groups.return(undefined)
  })

  test('behavior: what came meanwhile is one group, in order, and no more than is full', async () => {
    const { source, asked } = makeSource((at) => blockOf(at, 500))
    const groups = run(source, 99, 1)
    const first = groups.next()
    for (const at of [2, 1]) {
      asked[at]?.come()
    }
    await settled()
    asked[0]?.come()
    expect(numbersOf((await first).value ?? [])).toEqual([0, 1])
    for (const at of [4, 3]) {
      asked[at]?.come()
    }
    await settled()
    expect(numbersOf((await groups.next()).value ?? [])).toEqual([2, 3])
    expect(numbersOf((await groups.next()).value ?? [])).toEqual([4])
    await groups.return(undefined)
  })

  test('behavior: little waits for what comes behind it, up to 24 blocks', async () => {
    const { source, asked } = makeSource()
    const groups = run(source, 99, 8)
    const first = groups.next()
    const state = { isThere: false }
    void first.then(() => {
      state.isThere = true
    })
    asked[0]?.come()
    asked[1]?.come()
    await settled()
    expect(state.isThere).toBe(false)
    asked[2]?.come()
    expect((await first).value).toHaveLength(24)
    await groups.return(undefined)
  })

  test('behavior: what is not linked stays apart, for its follower to see', async () => {
    const { source, asked } = makeSource((at) =>
      blockOf(at, 0, at === 2 ? hashOf(1, 9) : hashOf(at - 1)),
    )
    const groups = run(source, 3, 1)
    const first = groups.next()
    for (let at = 0; at < 4; at++) {
      asked[at]?.come()
      await settled()
    }
    expect(numbersOf((await first).value ?? [])).toEqual([0, 1])
    expect(numbersOf((await groups.next()).value ?? [])).toEqual([2, 3])
    expect((await groups.next()).done).toBe(true)
  })

  test('behavior: a failed group is thrown after those before it, and nothing more is asked for', async () => {
    const { source, asked } = makeSource()
    const size = { blocks: 4 }
    const groups = fetchAhead(source, { from: 0, to: 99 }, size, new AbortController().signal)
    const first = groups.next()
    asked[1]?.fail(new Error('down'))
    await settled()
    expect(size.blocks).toBe(2)
    asked[0]?.come()
    asked[2]?.come()
    expect(numbersOf((await first).value ?? [])).toEqual([0, 1, 2, 3])
    await expect(groups.next()).rejects.toThrow('down')
    expect(asked).toHaveLength(3)
  })

  test('behavior: the size follows what the blocks hold', async () => {
    const sizeAfter = async (transactions: number, blocks: number) => {
      const size = { blocks }
      const source = {
        readBlocks: async (numbers: readonly number[]) =>
          numbers.map((at) => blockOf(at, transactions)),
      }
      const groups = fetchAhead(
        source as unknown as BlockSource,
        { from: 0, to: 0 },
        size,
        new AbortController().signal,
      )
      await groups.next()
      return size.blocks
    }
    expect(await sizeAfter(0, 4)).toBe(8)
    expect(await sizeAfter(0, 8)).toBe(8)
    expect(await sizeAfter(500, 4)).toBe(4)
    expect(await sizeAfter(1_001, 4)).toBe(2)
  })
})
