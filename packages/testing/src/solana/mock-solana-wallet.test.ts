import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { lies } from '../parts/behavior.ts'
import { base58, signTransaction } from './bytes.ts'
import { mockSolanaWallet } from './mock-solana-wallet.ts'

/** By OpenSSL, not by the library that signed. */
function isSignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const x = Buffer.from(publicKey).toString('base64url')
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
  return verify(null, message, key, signature)
}

const text = new TextEncoder().encode('hi')

describe('mockSolanaWallet', () => {
  test('default', async () => {
    const mock = mockSolanaWallet()
    const heard: unknown[] = []
    const { on } = mock.wallet.features['standard:events'] as {
      on: (e: string, l: (p: unknown) => void) => () => void
    }
    const stop = on('change', (change) => heard.push(change))
    expect(await mock.ask('standard:connect', { silent: true })).toEqual({ accounts: [] })
    expect([mock.prompts(), mock.wallet.accounts]).toEqual([0, []])
    expect(await mock.ask('standard:connect')).toEqual({ accounts: mock.accounts })
    expect(await mock.ask('standard:connect', { silent: true })).toEqual({
      accounts: mock.accounts,
    })
    expect(heard).toEqual([{ accounts: mock.accounts }])
    expect([mock.prompts(), mock.requests.length, mock.listenerCount()]).toEqual([1, 3, 1])
    stop()
    expect(mock.listenerCount()).toBe(0)
  })

  test('behavior: addresses are base58 of the keys', () => {
    const [one] = mockSolanaWallet().accounts
    // The key of the seed 01…01 is well known.
    expect(Buffer.from(one?.publicKey ?? []).toString('hex')).toMatch(
      /^8a88e3dd7409f195fd52db2d3cba5d72/,
    )
    expect(base58(new Uint8Array(32))).toBe('1'.repeat(32))
    expect(base58(Buffer.from('00000102', 'hex'))).toBe('115T')
  })

  test('behavior: it registers with apps that are there, and with apps that come later, until it vanishes', () => {
    const mock = mockSolanaWallet()
    const page = new EventTarget()
    const seen: unknown[] = []
    const gone: unknown[] = []
    const api = {
      register(wallet: unknown) {
        seen.push(wallet)
        return () => gone.push(wallet)
      },
    }
    page.addEventListener('wallet-standard:register-wallet', (event) =>
      (event as CustomEvent).detail(api),
    )
    const stop = mock.install(page)
    page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
    expect(seen).toEqual([mock.wallet, mock.wallet])
    stop()
    page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
    expect([seen.length, gone.length]).toEqual([2, 2])
  })

  test('behavior: it signs with real keys, for accounts it has given out', async () => {
    const mock = mockSolanaWallet()
    const [, account] = mock.accounts
    await expect(mock.ask('solana:signMessage', { account, message: text })).rejects.toMatchObject({
      code: 4100,
    })
    await mock.ask('standard:connect')
    const [answer] = (await mock.ask('solana:signMessage', { account, message: text })) as {
      signature: Uint8Array
    }[]
    const key = account?.publicKey ?? new Uint8Array()
    expect(isSignature(key, text, answer?.signature ?? new Uint8Array())).toBe(true)
    expect(
      isSignature(key, new TextEncoder().encode('ho'), answer?.signature ?? new Uint8Array()),
    ).toBe(false)
  })

  test('behavior: it signs in, which connects', async () => {
    const mock = mockSolanaWallet()
    const [account] = mock.accounts
    const input = {
      domain: 'shop.test',
      statement: 'Hi.',
      nonce: 'abcdefgh',
      resources: ['https://a.test'],
    }
    const [answer] = (await mock.ask('solana:signIn', input)) as {
      signedMessage: Uint8Array
      signature: Uint8Array
    }[]
    expect(new TextDecoder().decode(answer?.signedMessage)).toBe(
      `shop.test wants you to sign in with your Solana account:\n${account?.address}\n\nHi.\n\nNonce: abcdefgh\nResources:\n- https://a.test`,
    )
    if (account && answer)
      expect(isSignature(account.publicKey, answer.signedMessage, answer.signature)).toBe(true)
    expect(mock.isAuthorized()).toBe(true)
  })

  test('behavior: a signature stands where its account does, and no account signs for another', () => {
    const [one, two] = mockSolanaWallet().accounts.map(({ publicKey }) => publicKey)
    const message = Uint8Array.of(0x80, 2, 0, 0, 2, ...(one ?? []), ...(two ?? []), 9)
    const transaction = Uint8Array.of(2, ...new Uint8Array(128), ...message)
    const sign = (signed: Uint8Array) => new Uint8Array(64).fill(signed.length)
    const { transaction: signed } = signTransaction(transaction, two ?? new Uint8Array(), sign)
    expect([...new Set(signed.slice(1, 65)), ...new Set(signed.slice(65, 129))]).toEqual([
      0,
      message.length,
    ])
    expect(signed.slice(129)).toEqual(message)
    expect(() => signTransaction(transaction, new Uint8Array(32), sign)).toThrow()
  })

  test.each([
    ['reject', 4001],
    ['pending', -32002],
    ['die', 4900],
    [{ fail: { code: 7 } }, 7],
  ] as const)('parameters: behavior %o', async (behavior, code) => {
    const mock = mockSolanaWallet()
    mock.behave(behavior, 'standard:connect')
    await expect(mock.ask('standard:connect')).rejects.toMatchObject({ code })
  })

  test('behavior: hanging requests wait for their release; lies are answered as they are', async () => {
    const mock = mockSolanaWallet()
    mock.behave('hang')
    const heard: unknown[] = []
    mock.ask('standard:connect').then((answer) => heard.push(answer))
    expect([await mock.release(), await mock.release()]).toEqual([true, false])
    expect(heard).toEqual([{ accounts: mock.accounts }])
    for (const lie of lies) {
      mock.behave({ lie })
      expect(await mock.ask('standard:connect')).toBe(lie)
    }
  })

  test('behavior: the person changes account, chain, mind; the wallet dies and lives again', async () => {
    const mock = mockSolanaWallet({ isAuthorized: true, lacks: ['solana:signIn'] })
    const heard: unknown[] = []
    const { on } = mock.wallet.features['standard:events'] as {
      on: (e: string, l: (p: unknown) => void) => () => void
    }
    on('change', (change) => heard.push((change as { accounts: { address: string }[] }).accounts))
    const [one, two] = mock.accounts
    mock.selectAccount(1)
    mock.selectChains(['solana:devnet'])
    mock.revoke()
    mock.die()
    const moved = { chains: ['solana:devnet'] }
    expect(heard).toEqual([
      [two, one],
      [
        { ...two, ...moved },
        { ...one, ...moved },
      ],
      [],
      [],
    ])
    expect(one?.features).not.toContain('solana:signIn')
    await expect(mock.ask('standard:connect')).rejects.toMatchObject({ code: 4900 })
    mock.revive()
    expect(await mock.ask('standard:connect', { silent: true })).toEqual({ accounts: [] })
  })

  test('behavior: a locked wallet shares nothing, and is unlocked in the prompt', async () => {
    const mock = mockSolanaWallet({ isAuthorized: true })
    const [account] = mock.accounts
    mock.lock()
    expect(await mock.ask('standard:connect', { silent: true })).toEqual({ accounts: [] })
    const message = new Uint8Array(1)
    const signing = mock.ask('solana:signMessage', { account, message })
    await expect(signing).rejects.toMatchObject({ code: 4100 })
    expect(await mock.ask('standard:connect')).toEqual({ accounts: mock.accounts })
    mock.lock()
    mock.unlock()
    expect(mock.wallet.accounts).toEqual(mock.accounts)
  })
})
