import { connect, createKit, signIn as signInWith } from '@latchkey/core'
import { describe, expect, test } from 'vitest'
import { found, isProof, local, page, request, signal } from '../../test/fixture.ts'

const challenge = {
  domain: 'shop.test',
  uri: 'https://shop.test/',
  nonce: 'abcdefgh1234',
  issuedAt: '2026-01-02T03:04:05.000Z',
}
const full = {
  ...challenge,
  statement: 'Welcome.',
  expirationTime: '2026-01-02T04:04:05.000Z',
  notBefore: '2026-01-02T03:04:00.000Z',
  requestId: 'r1',
  resources: ['https://shop.test/a', 'https://shop.test/b'],
}

async function connected() {
  const all = found()
  await all.connector.connect(request())
  const address = all.wallet.accounts[0]?.address ?? ''
  const ask = (asked: typeof challenge = challenge) =>
    all.connector.features.signIn?.({ account: `${local.id}:${address}`, challenge: asked, signal })
  return { ...all, address, ask }
}

describe('signIn', () => {
  test.each([challenge, full])('default: %o', async (asked) => {
    const { ask, address } = await connected()
    const proof = await ask(asked)
    expect(proof?.account).toBe(`${local.id}:${address}`)
    expect(proof?.message).toContain(`shop.test wants you to sign in with your Solana account:\n${address}\n\n`)
    expect(proof?.message).toContain('\nChain ID: localnet\nNonce: abcdefgh1234\n')
    expect(isProof(address, proof?.message ?? '', proof?.signature ?? '')).toBe(true)
  })

  test('behavior: a proof of another text is refused', async () => {
    const { ask, wallet } = await connected()
    const { message = '' } = (await ask()) ?? {}
    for (const text of [message.replace('shop.test', 'evil.test'), `${message}\n`, message.replace('1234', '1235')]) {
      const signedMessage = new TextEncoder().encode(text)
      wallet.behave({ lie: [{ signedMessage, signature: new Uint8Array(64) }] })
      await expect(ask()).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
    }
    wallet.behave('reject')
    await expect(ask()).rejects.toMatchObject({ code: 4001 })
  })

  test.each([[[]], [['solana:signIn']]])('behavior: a kit signs in with a wallet that lacks %j', async (lacks) => {
    const { target, wallet, adapter } = page({ lacks })
    wallet.install(target)
    const proofs: { message: string; signature: string }[] = []
    const kit = createKit({
      adapters: [adapter],
      signIn: { getChallenge: async () => challenge, verify: async (proof) => void proofs.push(proof) },
    })
    const stop = kit.subscribe(() => {})
    const [connector = ''] = Object.keys(kit.getState().connectors)
    await connect(kit, { connector })
    await signInWith(kit)
    const [proof] = proofs
    expect(isProof(wallet.accounts[0]?.address ?? '', proof?.message ?? '', proof?.signature ?? '')).toBe(true)
    expect(wallet.requests.at(-1)?.method).toBe(lacks.length > 0 ? 'solana:signMessage' : 'solana:signIn')
    stop()
  })
})
