import { verifyMessage } from 'viem'
import { describe, expect, test } from 'vitest'
import { ada, found, grace, request, signal } from '../../test/fixture.ts'

async function connected() {
  const all = found()
  await all.connector.connect(request())
  const sign = (message: string | Uint8Array, address: `0x${string}` = ada) =>
    all.connector.features.signMessage?.({ account: `eip155:31337:${address}`, message, signal })
  return { ...all, sign }
}

describe('signMessage', () => {
  test.each([ada, grace] as const)('default: %s signs', async (address) => {
    const { sign } = await connected()
    const message = 'Grüße — 你好\nline'
    const signature = (await sign(message, address))?.signature as `0x${string}`
    expect(await verifyMessage({ address, message, signature })).toBe(true)
    expect(await verifyMessage({ address, message: `${message}!`, signature })).toBe(false)
  })

  test('parameters: message', async () => {
    const { sign } = await connected()
    const raw = Uint8Array.of(0, 255, 16)
    const signature = (await sign(raw))?.signature as `0x${string}`
    expect(await verifyMessage({ address: ada, message: { raw }, signature })).toBe(true)
  })

  test.each([null, 'signed', '0x', '0xabc', {}, `0x${'ab'.repeat(70_000)}`])(
    'behavior: answer %# is no signature',
    async (lie) => {
      const { sign, wallet } = await connected()
      wallet.behave({ lie }, 'personal_sign')
      await expect(sign('hello')).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
    },
  )
})
