import { secp256k1 } from '@noble/curves/secp256k1'
import { NETWORK, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import type { Browser } from '../../test/open-browser.ts'
import { openShop } from '../../test/open-shop.ts'
import {
  bitcoinMainnet,
  bitcoinWallet,
  evmWallet,
  families,
  familyWallets,
  solanaWallet,
  stacksWallet,
  type TestWallet,
  textOf,
} from '../../test/wallets.ts'
import { memoryStore } from '../stores/memory-store.ts'

/** The error code with which a proof is refused; `in` when it is accepted. */
const outcome = async (visitor: Browser, proof: object, call = 'verify'): Promise<string> => {
  const { body, status } = await visitor.post(call, proof)
  if (status === 200) return 'in'
  expect(visitor.cookies.has('__Host-siwx')).toBe(call !== 'verify')
  return body.error?.code ?? String(status)
}
/** Makes a proof whose text was changed before it was signed. */
const proveChanged = async (
  visitor: Browser,
  wallet: TestWallet,
  change: (text: string) => string,
): Promise<object> => {
  const text = textOf(await visitor.challenge(wallet), wallet)
  const message = change(text)
  expect(message).not.toBe(text)
  return { account: wallet.account, message, signature: await wallet.sign(message) }
}

describe.each(families)('attacks on a sign-in with %s', (family) => {
  const open = () => {
    const shop = openShop({ statement: 'Welcome.' })
    return { ...shop, visitor: shop.browser(), wallet: familyWallets[family]() }
  }

  test('behavior: replay: a proof works once, and a failed one not again', async () => {
    const { visitor, browser, wallet } = open()
    const proof = await visitor.prove(wallet)
    expect((await visitor.post('verify', proof)).status).toBe(200)
    await visitor.post('sign-out')
    expect(await outcome(visitor, proof)).toBe('sign-in-nonce-unknown')
    expect(await outcome(browser(), proof)).toBe('sign-in-nonce-unknown')
    const another = await visitor.prove(wallet)
    const other = await wallet.sign('something else')
    expect(await outcome(visitor, { ...another, signature: other })).toBe(
      'sign-in-signature-invalid',
    )
    expect(await outcome(visitor, another)).toBe('sign-in-nonce-unknown')
  })

  test('behavior: replay in a race: of twenty at once, one gets in', async () => {
    const { visitor, wallet } = open()
    const proof = await visitor.prove(wallet)
    const all = await Promise.all(Array.from({ length: 20 }, () => visitor.post('verify', proof)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(all.filter(({ body }) => body.error?.code === 'sign-in-nonce-unknown')).toHaveLength(19)
  })

  test('behavior: foreign domain: what was signed for another site', async () => {
    const { visitor, wallet } = open()
    const foreign = await proveChanged(visitor, wallet, (text) =>
      text.replace('shop.example wants', 'evil.example wants'),
    )
    expect(await outcome(visitor, foreign)).toBe('sign-in-domain-mismatch')
    const uri = await proveChanged(visitor, wallet, (text) =>
      text.replace('URI: https://shop.example', 'URI: https://shop.example.evil.example'),
    )
    expect(await outcome(visitor, uri)).toBe('sign-in-uri-mismatch')
  })

  test('behavior: foreign site on the same store', async () => {
    const store = memoryStore()
    const now = Date.now
    const here = openShop({ now }, store).browser()
    const there = openShop(
      { now, domain: 'evil.example', origins: ['https://shop.example'] },
      store,
    )
    const proof = await there.browser().prove(familyWallets[family]())
    const unbound = openShop({ now, isBoundToBrowser: false }, store)
    expect(await outcome(here, proof)).toBe('sign-in-browser-mismatch')
    const free = openShop(
      { now, domain: 'evil.example', isBoundToBrowser: false, origins: ['https://shop.example'] },
      store,
    )
    const again = await free.browser().prove(familyWallets[family]())
    expect(await outcome(unbound.browser(), again)).toBe('sign-in-domain-mismatch')
  })

  test('behavior: expired, to the millisecond, and long over', async () => {
    const { visitor, wallet, clock } = open()
    const late = await visitor.prove(wallet)
    const never = await visitor.prove(wallet)
    clock.now += 299_999
    expect((await visitor.post('verify', late)).status).toBe(200)
    await visitor.post('sign-out')
    const tooLate = await visitor.prove(wallet)
    clock.now += 300_000
    expect(await outcome(visitor, tooLate)).toBe('sign-in-expired')
    clock.now += 600_000
    expect(await outcome(visitor, never)).toBe('sign-in-nonce-unknown')
  })

  test('behavior: a wallet that gives itself more time', async () => {
    const { visitor, wallet } = open()
    const longer = await proveChanged(visitor, wallet, (text) =>
      text.replace(/Expiration Time: .{4}/, 'Expiration Time: 2027'),
    )
    expect(await outcome(visitor, longer)).toBe('sign-in-message-mismatch')
    const endless = await proveChanged(visitor, wallet, (text) =>
      text.replace(/\nExpiration Time: .*/, ''),
    )
    expect(await outcome(visitor, endless)).toBe('sign-in-message-mismatch')
  })

  test('behavior: clock skew: a server that is behind, a little and too much', async () => {
    const { visitor, wallet, clock } = open()
    const proof = await visitor.prove(wallet)
    const early = await visitor.prove(wallet)
    clock.now -= 30_000
    expect((await visitor.post('verify', proof)).status).toBe(200)
    await visitor.post('sign-out')
    clock.now -= 1
    expect(await outcome(visitor, early)).toBe('sign-in-not-yet-valid')
  })

  test('behavior: another account than the one that signed', async () => {
    const { visitor, wallet } = open()
    const victim = familyWallets[family]()
    const own = await visitor.prove(wallet)
    expect(await outcome(visitor, { ...own, account: victim.account })).toBe(
      'sign-in-account-mismatch',
    )
    // The attacker signs a challenge of the victim, with the victim's address in the text.
    const message = textOf(await visitor.challenge(victim), victim)
    const signature = await wallet.sign(message)
    expect(await outcome(visitor, { account: victim.account, message, signature })).toBe(
      'sign-in-signature-invalid',
    )
    const mixed = textOf(await visitor.challenge(victim), wallet)
    const signed = { message: mixed, signature: await wallet.sign(mixed) }
    expect(await outcome(visitor, { account: victim.account, ...signed })).toBe(
      'sign-in-account-mismatch',
    )
  })

  test('behavior: a wallet that signs something else', async () => {
    const { visitor, wallet } = open()
    const other = async (change: (text: string) => string) =>
      outcome(visitor, await proveChanged(visitor, wallet, change))
    expect(await other((text) => text.replace('Welcome.', 'I give you all.'))).toBe(
      'sign-in-message-mismatch',
    )
    expect(await other((text) => text.replace('\n\nWelcome.\n', '\n\n'))).toBe(
      'sign-in-message-mismatch',
    )
    expect(await other((text) => `${text}\nRequest ID: 1`)).toBe('sign-in-message-mismatch')
    expect(await other((text) => `${text}\nResources:\n- https://evil.example`)).toBe(
      'sign-in-message-mismatch',
    )
    expect(await other((text) => `${text}\n`)).toBe('sign-in-message-invalid')
    expect(await other((text) => text.replaceAll('\n', '\r\n'))).toBe('sign-in-message-invalid')
    // This proof has the right text, but the signature of another text.
    const good = await visitor.prove(wallet)
    const signature = await wallet.sign(`${good.message} `)
    expect(await outcome(visitor, { ...good, signature })).toBe('sign-in-signature-invalid')
    for (const nonsense of ['', '0x', 'AAAA', '1'.repeat(88), '0x'.padEnd(132, '0')]) {
      const proof = await visitor.prove(wallet)
      expect(await outcome(visitor, { ...proof, signature: nonsense })).toBe(
        'sign-in-signature-invalid',
      )
    }
  })

  test('behavior: a proof in another browser than the one that asked', async () => {
    const { visitor, browser, wallet } = open()
    const thief = browser()
    expect(await outcome(thief, await visitor.prove(wallet))).toBe('sign-in-browser-mismatch')
    await thief.challenge(wallet)
    expect(await outcome(thief, await visitor.prove(wallet))).toBe('sign-in-browser-mismatch')
  })
})

describe('attacks with another chain', () => {
  test('behavior: the same key on another chain', async () => {
    const { browser } = openShop()
    const key = `0x${'1'.repeat(64)}` as const
    const seed = new Uint8Array(32).fill(7)
    const stacksKey = '753b7cc01a1a2e86221266a154af739463fce51219d97e4f856cd7200c3bd2a601'
    const pairs = [
      [evmWallet('1', key), evmWallet('10', key)],
      [solanaWallet(undefined, seed), solanaWallet('EtWTRABZaYq6iMfeYKouRu166VU2xqa1', seed)],
      [stacksWallet('mainnet', stacksKey), stacksWallet('testnet', stacksKey)],
    ] as const
    for (const [here, there] of pairs) {
      const visitor = browser()
      const proof = await visitor.prove(there)
      expect(await outcome(visitor, { ...proof, account: here.account })).toBe(
        'sign-in-account-mismatch',
      )
      const renamed = await proveChanged(visitor, here, (text) =>
        text.replace(/Chain ID: .*/, `Chain ID: ${there.account.split(':')[1]}`),
      )
      expect(await outcome(visitor, renamed)).toBe('sign-in-chain-mismatch')
    }
  })

  test('behavior: an address of one network of Bitcoin under the name of another', async () => {
    const { browser } = openShop()
    const key = secp256k1.getPublicKey(new Uint8Array(32).fill(7), true)
    const [main, test] = [p2wpkh(key, NETWORK).address, p2wpkh(key, TEST_NETWORK).address]
    const codeOf = async (account: string) =>
      (await browser().post('challenge', { account })).body.error?.code
    expect(await codeOf(`${bitcoinMainnet}:${main}`)).toBeUndefined()
    expect(await codeOf(`${bitcoinMainnet}:${test}`)).toBe('account-invalid')
    expect(await codeOf(`bip122:00000008819873e925422c1ff0f99f7c:${main}`)).toBe('account-invalid')
    expect(await codeOf(`${bitcoinMainnet}:${main?.toUpperCase()}`)).toBe('account-invalid')
    expect(await codeOf(`bip122:12a765e31ffd4059bada1e25190f6e98:${main}`)).toBe(
      'chain-unsupported',
    )
  })

  test('behavior: spellings of an Ethereum-like account are one account, and a wrong checksum none', async () => {
    const { browser } = openShop()
    const wallet = evmWallet()
    const visitor = browser()
    const proof = await visitor.prove(wallet)
    const { body } = await visitor.post('verify', {
      ...proof,
      account: proof.account.toLowerCase(),
    })
    expect(body.session?.accounts).toEqual([wallet.account])
    const wrong = 'eip155:1:0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    expect((await visitor.post('challenge', { account: wrong })).body.error?.code).toBe(
      'account-invalid',
    )
  })
})

describe('attacks on a session', () => {
  test('behavior: the session of another account: a cookie shows its own account only', async () => {
    const { browser } = openShop()
    const [victim, thief] = [browser(), browser()]
    const [own, other] = [evmWallet(), evmWallet()]
    await victim.signIn(own)
    await thief.signIn(other)
    expect((await thief.get('session')).body.session?.accounts).toEqual([other.account])
    for (const cookie of ['', 'x', 'a'.repeat(43), '../../etc', '%00', own.account]) {
      thief.cookies.set('__Host-siwx', cookie)
      expect((await thief.get('session')).body).toEqual({ session: null })
    }
    // The hash of a cookie, which is what the store keeps, is not accepted as a cookie.
    const { hashToken } = await import('../proof/random.ts')
    thief.cookies.set('__Host-siwx', hashToken(victim.cookies.get('__Host-siwx') ?? ''))
    expect((await thief.get('session')).body).toEqual({ session: null })
    expect((await thief.post('unlink', { account: own.account })).body.error?.code).toBe(
      'session-missing',
    )
  })

  test('behavior: fixation: a planted cookie is no session, and each sign-in has a new one', async () => {
    const { browser } = openShop()
    const [victim, thief] = [browser(), browser()]
    const [own, other] = [evmWallet(), evmWallet()]
    await thief.signIn(other)
    const planted = thief.cookies.get('__Host-siwx') ?? ''
    victim.cookies.set('__Host-siwx', planted)
    await victim.signIn(own)
    expect(victim.cookies.get('__Host-siwx')).not.toBe(planted)
    expect((await thief.get('session')).body).toEqual({ session: null })
    const first = victim.cookies.get('__Host-siwx') ?? ''
    await victim.signIn(own)
    thief.cookies.set('__Host-siwx', first)
    expect((await thief.get('session')).body).toEqual({ session: null })
  })

  test('behavior: a store that forgets too late, and a browser’s cookie that is none', async () => {
    const forgetful = memoryStore({ now: () => 0 })
    const { browser, clock } = openShop({}, forgetful)
    const visitor = browser()
    await visitor.signIn(evmWallet())
    clock.now += 604_799_999
    expect((await visitor.get('session')).body.session).not.toBeNull()
    clock.now += 1
    expect((await visitor.get('session')).body.session).toBeNull()
    for (const planted of ['', 'x', 'known to the attacker']) {
      visitor.cookies.set('__Host-siwx-browser', planted)
      await visitor.challenge(evmWallet())
      expect(visitor.cookies.get('__Host-siwx-browser')).toMatch(/^[-\w]{43}$/)
    }
  })

  test('behavior: linking takes a proof of its own: no proof of a stranger, none twice', async () => {
    const { browser } = openShop()
    const [visitor, stranger] = [browser(), browser()]
    const [own, other] = [evmWallet(), solanaWallet()]
    await visitor.signIn(own)
    expect(await outcome(visitor, await stranger.prove(other), 'link')).toBe(
      'sign-in-browser-mismatch',
    )
    const proof = await visitor.prove(other)
    expect(await outcome(visitor, { ...proof, account: solanaWallet().account }, 'link')).toBe(
      'sign-in-account-mismatch',
    )
    const good = await visitor.prove(other)
    expect(await outcome(visitor, good, 'link')).toBe('in')
    expect(await outcome(visitor, good, 'link')).toBe('sign-in-nonce-unknown')
  })

  test.each(['challenge', 'verify', 'sign-out', 'link', 'unlink'])(
    'behavior: a page of another site cannot call %s',
    async (call) => {
      const { browser } = openShop()
      const visitor = browser()
      const wallet = bitcoinWallet()
      await visitor.signIn(wallet)
      const proof = await visitor.prove(wallet)
      const origins = [
        'https://evil.example',
        'https://shop.example.evil.example',
        'http://shop.example',
        'https://shop.example:8443',
        'null',
        '',
      ]
      for (const origin of origins) {
        const { status, body } = await visitor.post(call, proof, { origin })
        expect([status, body.error?.code]).toEqual([403, 'origin-not-allowed'])
      }
      expect((await visitor.get('session')).body.session?.accounts).toEqual([wallet.account])
    },
  )
})
