import { LatchkeyError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { ada, grace } from '../../test/fixture.ts'
import type { Wire } from '../wire.ts'
import { endDelegation } from './end-delegation.ts'
import { readDelegation } from './read-delegation.ts'

const account = `eip155:31337:${ada}` as const
const { signal } = new AbortController()
function wireOf(answer: unknown) {
  const asked: unknown[] = []
  const wire: Wire = {
    hasPresentChain: false,
    nextChain: async () => {},
    ask: async (method, params, { chain }) => {
      asked.push([method, params, chain])
      return answer
    },
  }
  return { wire, asked }
}
const invalid = expect.objectContaining({ code: 'wallet-answer-invalid' })

describe('readDelegation', () => {
  test('default', async () => {
    const { wire, asked } = wireOf({ to: grace, isOwners: false })
    expect(await readDelegation(wire, { account, signal })).toEqual({ to: grace, isOwners: false })
    expect(asked).toEqual([
      ['latchkey_readDelegation', [{ from: ada, chainId: '0x7a69' }], 'eip155:31337'],
    ])
    expect(
      await readDelegation(wireOf({ to: null, isOwners: false }).wire, { account, signal }),
    ).toBeNull()
  })

  test.each([
    [null],
    [{}],
    [{ to: '0x12', isOwners: true }],
    [{ to: grace }],
    [{ to: grace, isOwners: 1 }],
  ])('behavior: %o is no answer', async (answer) => {
    await expect(readDelegation(wireOf(answer).wire, { account, signal })).rejects.toEqual(invalid)
  })
})

describe('endDelegation', () => {
  const hash = `0x${'ab'.repeat(32)}`

  test('default', async () => {
    const { wire, asked } = wireOf(hash)
    expect(await endDelegation(wire, { account, signal })).toEqual({ hash })
    expect(asked).toEqual([
      ['latchkey_endDelegation', [{ from: ada, chainId: '0x7a69' }], 'eip155:31337'],
    ])
  })

  test('behavior: no hash is no answer, and what the wallet throws is thrown', async () => {
    await expect(endDelegation(wireOf('0x12').wire, { account, signal })).rejects.toEqual(invalid)
    const refused: Wire = {
      ...wireOf(null).wire,
      ask: () => Promise.reject(new LatchkeyError('user-rejected')),
    }
    await expect(endDelegation(refused, { account, signal })).rejects.toMatchObject({
      code: 'user-rejected',
    })
  })
})
