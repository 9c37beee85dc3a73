import { describe, expect, test } from 'vitest'
import { askSilently } from './ask-silently.ts'

const address = 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'
const ask = (answer: unknown, options: Parameters<typeof askSilently>[1] = {}) =>
  askSilently({ manner: 'unisat', provider: { getAccounts: async () => answer } }, options)

describe('askSilently', () => {
  test('default', async () => {
    expect(await ask([address, 'x'])).toEqual([{ address, purpose: 'payment' }])
  })

  test('behavior: who has no such question is not asked', async () => {
    const provider = { getAccounts: () => expect.unreachable() }
    for (const manner of [
      'plain',
      'by-address',
      'by-address-with-key',
      'hex-psbt',
      'okx',
    ] as const) {
      expect(await askSilently({ manner, provider })).toBeUndefined()
    }
  })

  test.each([
    [[], 'account-missing'],
    [undefined, 'wallet-answer-invalid'],
    [['<b>'], 'wallet-answer-invalid'],
    [[7], 'wallet-answer-invalid'],
    [{ 0: address }, 'wallet-answer-invalid'],
  ])('behavior: %j: %s', async (answer, code) => {
    await expect(ask(answer)).rejects.toMatchObject({ code })
  })

  test('behavior: an aborted signal asks nothing', async () => {
    await expect(ask([address], { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    })
  })
})
