import { signInMessage } from '@latchkey/core'
import { describe, expect, test } from 'vitest'
import { challenge, fullChallenge as full } from '../../test/challenges.ts'
import { evmWallet, solanaWallet, textOf } from '../../test/wallets.ts'
import { SiwxError } from '../errors/siwx-error.ts'
import { checkMessage } from './check-message.ts'
import { parseMessage } from './parse-message.ts'
import { recapSentence } from './recap.ts'

const codeOf = (run: () => unknown): string => {
  try {
    run()
    return 'passed'
  } catch (error) {
    return error instanceof SiwxError ? error.code : String(error)
  }
}
const wallet = evmWallet()
const address = wallet.account.slice('eip155:1:'.length) as `0x${string}`

describe('parseMessage', () => {
  test.each([challenge, full, { ...challenge, statement: 'URI: a' }])(
    'default: what core writes for every family, %#',
    (fields) => {
      for (const family of ['Ethereum', 'Solana', 'Bitcoin', 'Stacks']) {
        const text = signInMessage(wallet.account, fields, family)
        expect(parseMessage(text)).toEqual({
          ...fields,
          family,
          address,
          version: '1',
          chainId: '1',
        })
        expect(text).toBe(textOf(fields, { ...wallet, family }))
      }
    },
  )

  test('default: Sign In With Solana has one empty line where there is no statement', () => {
    const text = textOf(challenge, solanaWallet())
    const short = text.replace('\n\n\nURI', '\n\nURI')
    expect(parseMessage(short)).toEqual(parseMessage(text))
    expect(codeOf(() => parseMessage(short.replace('Solana', 'Ethereum')))).toBe(
      'sign-in-message-invalid',
    )
  })

  const good = textOf(full, wallet)
  test.each([
    ['no text', ''],
    ['another sentence', good.replace('wants you to', 'asks you to')],
    ['no domain', good.replace('shop.example:8443 wants', ' wants')],
    ['a domain with a path', good.replace('8443 wants', '8443/x wants')],
    ['a domain with a space', good.replace('shop.example:8443 wants', 'a b wants')],
    ['carriage returns', good.replaceAll('\n', '\r\n')],
    ['a break after it', `${good}\n`],
    ['a space after it', `${good} `],
    ['a space before it', ` ${good}`],
    ['a break in the statement', good.replace('terms', 'ter\nms')],
    ['a statement beyond ASCII', good.replace('terms', 'térms')],
    ['a statement with quotes', good.replace('terms', '"terms"')],
    ['a missing empty line', good.replace('\n\nURI', '\nURI')],
    ['one empty line too many', good.replace('\n\nURI', '\n\n\nURI')],
    ['no version', good.replace('Version: 1\n', '')],
    ['version 2', good.replace('Version: 1', 'Version: 2')],
    ['no chain', good.replace('Chain ID: 1\n', '')],
    ['a short nonce', good.replace('abcdefgh1234', 'abc1234')],
    ['a nonce with a sign', good.replace('abcdefgh1234', 'abcdefgh-1234')],
    ['no time', good.replace(/Issued At: [^\n]*/, 'Issued At: yesterday')],
    ['a day that is none', good.replace('2026-01-02T03:04:05', '2026-02-31T25:04:05')],
    ['fields in another order', good.replace(/(Nonce: .*)\n(Issued At: .*)/, '$2\n$1')],
    ['a field twice', good.replace(/(Nonce: .*)\n/, '$1\n$1\n')],
    ['a field that is none', good.replace('\nResources:', '\nRole: admin\nResources:')],
    ['a label in lower case', good.replace('Nonce:', 'nonce:')],
    ['no space after a label', good.replace('Nonce: ', 'Nonce:')],
    ['a resource that is no URI', good.replace('- ipfs://', '- ')],
    ['a line after the resources', `${good}\nNonce: abcdefgh9999`],
    ['a relative URI', good.replace('URI: https://shop.example', 'URI: /')],
    ['a text that never ends', `${good}\n${'- https://a.example\n'.repeat(1_000)}`],
  ])('behavior: refuses %s', (_, text) => {
    expect(codeOf(() => parseMessage(text))).toBe('sign-in-message-invalid')
  })
})

describe('checkMessage', () => {
  const now = Date.parse(challenge.issuedAt) + 1_000
  const stored = {
    account: wallet.account,
    challenge: { ...full, notBefore: challenge.issuedAt },
  }
  const site = { domain: full.domain, now, clockSkewMs: 30_000 }
  const text = textOf(stored.challenge, wallet)
  const check = (changed: string, at: Partial<typeof site> = {}) =>
    codeOf(() => checkMessage(parseMessage(changed), stored, { ...site, ...at }))

  test('default', () => {
    expect(check(text)).toBe('passed')
    expect(check(text.replace(address, address.toLowerCase()))).toBe('passed')
  })

  test.each([
    ['sign-in-account-mismatch', text.replace(address, `0x${'1'.repeat(40)}`)],
    ['sign-in-domain-mismatch', text.replace('shop.example:8443 wants', 'evil.example wants')],
    ['sign-in-domain-mismatch', text.replace('shop.example:8443 wants', 'shop.example wants')],
    ['sign-in-domain-mismatch', `https://${text}`],
    ['sign-in-uri-mismatch', text.replace('URI: https://shop', 'URI: https://evil')],
    ['sign-in-chain-mismatch', text.replace('Chain ID: 1', 'Chain ID: 10')],
    ['sign-in-message-mismatch', text.replace('abcdefgh1234', 'abcdefgh12345')],
    ['sign-in-message-mismatch', text.replace('I accept', 'I decline')],
    ['sign-in-message-mismatch', text.replace('03:09:05', '04:09:05')],
    [
      'sign-in-message-mismatch',
      text.replace(/Issued At: .*/, 'Issued At: 2026-01-02T03:04:06.000Z'),
    ],
    ['sign-in-message-mismatch', text.replace(/\nNot Before: .*/, '')],
    ['sign-in-message-mismatch', text.replace('r-1', 'r-2')],
    ['sign-in-message-mismatch', text.replace('\n- ipfs://bafy/1', '')],
    ['sign-in-message-mismatch', text.replace('Ethereum account', 'Bitcoin account')],
  ])('behavior: %s, %#', (code, changed) => {
    expect(check(changed)).toBe(code)
  })

  test('behavior: the time: expiry is exact, and only a clock that is behind is forgiven', () => {
    const begin = Date.parse(challenge.issuedAt)
    const end = Date.parse(challenge.expirationTime)
    expect(check(text, { now: end - 1 })).toBe('passed')
    expect(check(text, { now: end })).toBe('sign-in-expired')
    expect(check(text, { now: begin - 30_000 })).toBe('passed')
    expect(check(text, { now: begin - 30_001 })).toBe('sign-in-not-yet-valid')
    expect(check(text, { now: begin - 1, clockSkewMs: 0 })).toBe('sign-in-not-yet-valid')
  })

  test.each([
    ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', ['mainnet', 'solana:mainnet'], ['devnet', 'testnet', '1']],
    ['EtWTRABZaYq6iMfeYKouRu166VU2xqa1', ['devnet', 'solana:devnet'], ['mainnet', 'localnet']],
    ['localnet', [], ['mainnet', 'solana:localnet', 'devnet']],
  ])('behavior: wallets of Solana name the chain %s', (reference, taken, refused) => {
    const solana = solanaWallet(reference)
    const own = { account: solana.account, challenge }
    const named = (name: string) =>
      textOf(challenge, solana).replace(/Chain ID: .*/, `Chain ID: ${name}`)
    const run = (name: string) =>
      codeOf(() =>
        checkMessage(parseMessage(named(name)), own, { ...site, domain: challenge.domain }),
      )
    expect([reference, ...taken].map(run)).toEqual([reference, ...taken].map(() => 'passed'))
    expect(refused.map(run)).toEqual(refused.map(() => 'sign-in-chain-mismatch'))
  })
})

describe('recapSentence', () => {
  // A recap and its sentence as WalletConnect's own library makes them.
  const one =
    'urn:recap:eyJhdHQiOnsiZWlwMTU1Ijp7InJlcXVlc3QvZXRoX3NlbmRUcmFuc2FjdGlvbiI6W3t9XSwicmVxdWVzdC9wZXJzb25hbF9zaWduIjpbe31dfX19'
  const sentence =
    "I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_sendTransaction', 'personal_sign' for 'eip155'."

  test('default', () => {
    expect(recapSentence(one)).toBe(sentence)
    const several = { b: { 'x/1': [{}] }, a: { 'y/2': [{}], 'x/1': [{}], 'y/1': [{}] } }
    expect(recapSentence(`urn:recap:${btoa(JSON.stringify({ att: several }))}`)).toMatch(
      /: \(1\) 'x': '1' for 'a'\. \(2\) 'y': '1', '2' for 'a'\. \(3\) 'x': '1' for 'b'\.$/,
    )
  })

  test.each(['', '!!', btoa('[]'), btoa('null'), btoa('{"att":{"a":1}}'), btoa('{"att":{}}')])(
    'behavior: %j is none',
    (encoded) => expect(recapSentence(`urn:recap:${encoded}`)).toBeUndefined(),
  )

  test('behavior: a wallet that connects by the same prompt may add one, with its own sentence', () => {
    const now = Date.parse(challenge.issuedAt) + 1_000
    const site = { domain: challenge.domain, now, clockSkewMs: 0 }
    const own = { ...challenge, statement: 'Welcome.', resources: ['https://shop.example/tos'] }
    const run = (text: typeof own, isConnecting = true, asked: typeof own = own) =>
      codeOf(() =>
        checkMessage(
          parseMessage(textOf(text, wallet)),
          { account: wallet.account, challenge: asked, isConnecting },
          site,
        ),
      )
    const added = {
      ...own,
      statement: `Welcome. ${sentence}`,
      resources: [...own.resources, one],
    }
    expect(run(own)).toBe('passed')
    expect(run(added)).toBe('passed')
    const refused = 'sign-in-message-mismatch'
    expect(run(added, false)).toBe(refused)
    expect(run({ ...added, statement: own.statement })).toBe(refused)
    expect(run({ ...added, statement: sentence })).toBe(refused)
    expect(run({ ...own, statement: added.statement })).toBe(refused)
    expect(run({ ...added, statement: added.statement.replace('personal', 'eth') })).toBe(refused)
    expect(run({ ...added, resources: [one, ...own.resources] })).toBe(refused)
    expect(run({ ...added, resources: [...own.resources, one, one] })).toBe(refused)
    expect(run({ ...added, resources: [...own.resources, 'https://evil.example', one] })).toBe(
      refused,
    )
  })
})
