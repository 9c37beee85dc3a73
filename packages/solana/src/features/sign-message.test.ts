import { describe, expect, test } from 'vitest'
import { found, isProof, local, request, signal } from '../../test/fixture.ts'

async function connected() {
  const all = found()
  await all.connector.connect(request())
  const addresses = all.wallet.accounts.map(({ address }) => address)
  const sign = (message: string | Uint8Array, address = addresses[0]) =>
    all.connector.features.signMessage?.({ account: `${local.id}:${address}`, message, signal })
  return { ...all, sign, addresses }
}

describe('signMessage', () => {
  test.each([0, 1])('default: account %i signs', async (index) => {
    const { sign, addresses } = await connected()
    const address = addresses[index] ?? ''
    const message = 'Grüße — 你好\nline'
    const { signature = '' } = (await sign(message, address)) ?? {}
    expect(isProof(address, message, signature)).toBe(true)
    expect(isProof(addresses[1 - index] ?? '', message, signature)).toBe(false)
  })

  test('parameters: message, bytes', async () => {
    const { sign, addresses } = await connected()
    const bytes = Uint8Array.of(0, 255, 1, 128)
    const { signature = '' } = (await sign(bytes)) ?? {}
    expect(isProof(addresses[0] ?? '', bytes, signature)).toBe(true)
  })

  test('behavior: an account that the wallet does not share is not asked for', async () => {
    const { sign, wallet } = await connected()
    const before = wallet.prompts()
    await expect(sign('Hi', '1'.repeat(32))).rejects.toMatchObject({ code: 'account-missing' })
    expect(wallet.prompts()).toBe(before)
  })

  const signedMessage = new TextEncoder().encode('Hi')
  test.each([
    ['another text', [{ signedMessage: signedMessage.slice(1), signature: new Uint8Array(64) }]],
    ['a short signature', [{ signedMessage, signature: new Uint8Array(63) }]],
    ['a signature in text', [{ signedMessage, signature: 'x'.repeat(64) }]],
    ['no list', { signedMessage, signature: new Uint8Array(64) }],
  ])('behavior: %s is refused', async (_, lie) => {
    const { sign, wallet } = await connected()
    wallet.behave({ lie })
    await expect(sign('Hi')).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
  })
})
