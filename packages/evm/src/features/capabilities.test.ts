import { describe, expect, test } from 'vitest'
import { ada, found, request, signal } from '../../test/fixture.ts'

async function read(capabilities: unknown) {
  const { connector } = found({ capabilities })
  await connector.connect(request())
  return connector.features.capabilities?.({ account: `eip155:31337:${ada}`, signal })
}

describe('capabilities', () => {
  test('default', async () => {
    const atomic = { atomic: { status: 'supported' } }
    expect(
      await read({ '0x1': atomic, '0x7a69': {}, '0x0': { paymasterService: { supported: true } } }),
    ).toEqual({
      'eip155:1': atomic,
      'eip155:31337': {},
      'eip155:0': { paymasterService: { supported: true } },
    })
  })

  test('behavior: keys that are no chain and values that are no object are left out', async () => {
    expect(
      await read({ chain: {}, '0xzz': {}, '-1': {}, '0x1': 'x', '0x2': null, '0x3': [] }),
    ).toEqual({})
  })

  test.each([null, [], 'x', 1])('behavior: %o is refused', async (lie) => {
    await expect(read(lie)).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
  })

  test('behavior: a wallet without them says so itself', async () => {
    await expect(read(undefined)).rejects.toMatchObject({ code: 4200 })
  })
})
