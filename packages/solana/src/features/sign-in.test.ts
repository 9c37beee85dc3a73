import { connect, createKit, type SignInOptions, signIn as signInWith } from '@latchkey/core'
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
  test.each([challenge, full, { ...challenge, resources: [] }])('default: %o', async (asked) => {
    const { ask, address } = await connected()
    const proof = await ask(asked)
    expect(proof?.account).toBe(`${local.id}:${address}`)
    expect(proof?.message).toContain(
      `shop.test wants you to sign in with your Solana account:\n${address}\n\n`,
    )
    expect(proof?.message).toContain('\nChain ID: localnet\nNonce: abcdefgh1234\n')
    expect(isProof(address, proof?.message ?? '', proof?.signature ?? '')).toBe(true)
  })

  test('behavior: a proof of another text is refused', async () => {
    const { ask, wallet } = await connected()
    const { message = '' } = (await ask()) ?? {}
    for (const text of [
      message.replace('shop.test', 'evil.test'),
      `${message}\n`,
      message.replace('1234', '1235'),
    ]) {
      const signedMessage = new TextEncoder().encode(text)
      wallet.behave({ lie: [{ signedMessage, signature: new Uint8Array(64) }] })
      await expect(ask()).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
    }
    wallet.behave('reject')
    await expect(ask()).rejects.toMatchObject({ code: 4001 })
  })

  const signInOf = (proofs: unknown[]): SignInOptions => ({
    provider: {
      challenge: async () => challenge,
      verify: async (proof) => {
        proofs.push(proof)
        return { accounts: [proof.account] }
      },
      session: async () => null,
      signOut: async () => {},
    },
  })
  test.each([[[]], [['solana:signIn']]])(
    'behavior: a kit signs in with a wallet that lacks %j',
    async (lacks) => {
      const { target, wallet, adapter } = page({ lacks })
      wallet.install(target)
      const proofs: { message: string; signature: string }[] = []
      const kit = createKit({
        adapters: [adapter],
        signIn: signInOf(proofs),
      })
      const stop = kit.subscribe(() => {})
      const [connector = ''] = Object.keys(kit.getState().connectors)
      await connect(kit, { connector })
      await signInWith(kit)
      const [proof] = proofs
      expect(
        isProof(wallet.accounts[0]?.address ?? '', proof?.message ?? '', proof?.signature ?? ''),
      ).toBe(true)
      expect(wallet.requests.at(-1)?.method).toBe(
        lacks.length > 0 ? 'solana:signMessage' : 'solana:signIn',
      )
      stop()
    },
  )

  test.each([
    [[], 1],
    [['solana:signIn'], 2],
  ] as const)(
    'behavior: connecting and signing in at once, by a wallet that lacks %j: %i prompts',
    async (lacks, prompts) => {
      const { target, wallet, adapter } = page({ lacks })
      wallet.install(target)
      const proofs: { account: string; message: string; signature: string }[] = []
      const kit = createKit({ adapters: [adapter], signIn: signInOf(proofs) })
      const stop = kit.subscribe(() => {})
      const [connector = ''] = Object.keys(kit.getState().connectors)
      const accounts = await connect(kit, { connector, signIn: true })
      expect([wallet.prompts(), proofs.length, accounts.length]).toEqual([prompts, 1, 1])
      const address = wallet.accounts[0]?.address ?? ''
      expect(proofs[0]?.account).toBe(`${local.id}:${address}`)
      expect(isProof(address, proofs[0]?.message ?? '', proofs[0]?.signature ?? '')).toBe(true)
      stop()
    },
  )

  test('behavior: silently nobody is asked to sign in', async () => {
    const { connector, wallet } = found({ isAuthorized: true })
    const grant = await connector.connect(request({ silent: true, signIn: challenge }))
    expect([grant.proofs, wallet.prompts()]).toEqual([undefined, 0])
  })

  test('behavior: a proof by no account, or by another than it says, connects nothing', async () => {
    const { connector, wallet } = found()
    const [account, other] = wallet.accounts
    const [good] = (await wallet.ask('solana:signIn', {
      ...challenge,
      version: '1',
      chainId: 'localnet',
    })) as [object]
    for (const lie of [[{ ...good, account: undefined }], [{ ...good, account: other }], []]) {
      wallet.behave({ lie }, 'solana:signIn')
      await expect(connector.connect(request({ signIn: challenge }))).rejects.toMatchObject({
        code: 'wallet-answer-invalid',
      })
    }
    wallet.behave({ lie: [good] }, 'solana:signIn')
    const { proofs, sessions } = await connector.connect(request({ signIn: challenge }))
    expect(proofs?.[0]?.account).toBe(`${local.id}:${account?.address}`)
    // Two accounts on two chains, each once.
    expect(new Set(sessions[0]?.accounts.map((one) => one.account)).size).toBe(4)
    expect(sessions[0]?.accounts).toHaveLength(4)
  })
})
