import { connect, createKit, type Proof } from '@latchkey/core'
import { providerError } from '@latchkey/testing'
import type { Hex } from 'viem'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { verifyMessage } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { ada, found, page, request } from '../../test/fixture.ts'

const challenge = {
  domain: 'shop.example',
  uri: 'https://shop.example/in',
  nonce: 'abcdefgh12345678',
  issuedAt: '2026-01-01T00:00:00.000Z',
  statement: 'I accept the terms.',
}

/** Whether viem, which is independent of the code under test, accepts the proof. */
async function isGood({ account, message, signature }: Proof): Promise<boolean> {
  const parsed = parseSiweMessage(message)
  const { domain, nonce } = challenge
  const isValid = validateSiweMessage({
    message: parsed,
    domain,
    nonce,
    address: ada,
    time: new Date('2026-01-01T00:01:00Z'),
  })
  return (
    isValid &&
    account === `eip155:${parsed.chainId}:${parsed.address}` &&
    (await verifyMessage({ address: ada, message, signature: signature as Hex }))
  )
}

describe('connectWithSignIn', () => {
  test('default: one prompt for both', async () => {
    const { connector, wallet } = found({ canSignIn: true })
    const { sessions, proofs } = await connector.connect(request({ signIn: challenge }))
    expect(sessions[0]?.selected).toBe(`eip155:31337:${ada}`)
    expect(proofs).toHaveLength(1)
    expect(await isGood(proofs?.[0] as Proof)).toBe(true)
    expect(wallet.requests.map(({ method }) => method)).toEqual(['wallet_connect', 'eth_chainId'])
    expect(wallet.prompts()).toBe(1)
  })

  test.each([
    ['says that it lacks the method', 4200],
    ['says so by another code', -32601],
    ['takes the capability for a mistake', -32602],
    ['does not know the capability', 5700],
  ])('behavior: a wallet that %s is asked as usual', async (_, code) => {
    const { connector, wallet } = found()
    wallet.behave({ fail: providerError(code, 'no') }, 'wallet_connect')
    const { sessions, proofs } = await connector.connect(request({ signIn: challenge }))
    expect([sessions[0]?.selected, proofs, wallet.prompts()]).toEqual([
      `eip155:31337:${ada}`,
      undefined,
      1,
    ])
  })

  test('behavior: who declines, or is being asked already, is not asked twice', async () => {
    const { connector, wallet } = found({ canSignIn: true })
    for (const [behavior, code] of [
      ['reject', 4001],
      ['pending', -32002],
    ] as const) {
      wallet.behave(behavior, 'wallet_connect')
      await expect(connector.connect(request({ signIn: challenge }))).rejects.toMatchObject({
        code,
      })
    }
    expect(wallet.requests.map(({ method }) => method)).toEqual([
      'wallet_connect',
      'wallet_connect',
    ])
    wallet.behave('approve', 'wallet_connect')
    expect((await connector.connect(request({ signIn: challenge }))).proofs).toHaveLength(1)
  })

  test('behavior: silently, and without a challenge, the method is not asked', async () => {
    const { connector, wallet } = found({ canSignIn: true, isAuthorized: true })
    await connector.connect(request({ silent: true, signIn: challenge }))
    await connector.connect(request())
    expect(wallet.requests.map(({ method }) => method)).not.toContain('wallet_connect')
  })

  test('behavior: a proof of something else is left out; the connection stands', async () => {
    const { connector, wallet } = found({ canSignIn: true })
    const good = (await wallet.provider.request({
      method: 'wallet_connect',
      params: [
        { capabilities: { signInWithEthereum: { ...challenge, version: '1', chainId: '0x7a69' } } },
      ],
    })) as {
      accounts: { capabilities: { signInWithEthereum: { message: string; signature: string } } }[]
    }
    const { message, signature } = good.accounts[0]?.capabilities.signInWithEthereum ?? {
      message: '',
      signature: '',
    }
    const lies: readonly (readonly [string, unknown])[] = [
      ['nothing signed', {}],
      ['an error', { signInWithEthereum: { code: 4001 } }],
      ['another page', { message: message.replace('shop.example', 'evil.example'), signature }],
      ['another account', { message: message.replace(ada, `0x${'1'.repeat(40)}`), signature }],
      ['another nonce', { message: message.replace('abcdefgh', 'hgfedcba'), signature }],
      ['two nonces', { message: `${message}\nNonce: zzzzzzzz`, signature }],
      ['another chain', { message: message.replace('31337', '1'), signature }],
      ['without the statement', { message: message.replace('I accept', 'I refuse'), signature }],
      ['no signature', { message, signature: 'yes' }],
      ['no text', { message: 7, signature }],
    ]
    for (const [name, lie] of lies) {
      const capabilities = 'message' in (lie as object) ? { signInWithEthereum: lie } : lie
      wallet.behave({ lie: { accounts: [{ address: ada, capabilities }] } }, 'wallet_connect')
      const { sessions, proofs } = await connector.connect(request({ signIn: challenge }))
      expect([name, sessions.length, proofs]).toEqual([name, 1, undefined])
    }
  })

  test.each([[null], [{}], [{ accounts: 'x' }], [{ accounts: [] }], [{ accounts: [null, 7] }]])(
    'behavior: an answer of %j is none, and the wallet is asked as usual',
    async (lie) => {
      const { connector, wallet } = found({ canSignIn: true })
      wallet.behave({ lie }, 'wallet_connect')
      const { sessions } = await connector.connect(request({ signIn: challenge }))
      expect(sessions[0]?.selected).toBe(`eip155:31337:${ada}`)
    },
  )

  test.each([
    [true, 1],
    [false, 2],
  ])(
    'behavior: a kit signs in with a wallet that can do so at once: %s, prompts: %i',
    async (canSignIn, prompts) => {
      const { target, wallet, adapter } = page({ canSignIn })
      wallet.install(target)
      const proofs: Proof[] = []
      const kit = createKit({
        adapters: [adapter],
        storage: null,
        signIn: {
          provider: {
            challenge: async () => challenge,
            // This stand-in for a server verifies proofs with viem, as a server does.
            verify: async (proof) => {
              proofs.push(proof)
              if (!(await isGood(proof))) throw new Error('refused')
              return { accounts: [proof.account] }
            },
            session: async () => null,
            signOut: async () => {},
          },
        },
      })
      const stop = kit.subscribe(() => {})
      const [connector = ''] = Object.keys(kit.getState().connectors)
      await connect(kit, { connector, signIn: true })
      expect([wallet.prompts(), proofs.length, kit.getState().signIn.status]).toEqual([
        prompts,
        1,
        'signed-in',
      ])
      stop()
    },
  )
})
