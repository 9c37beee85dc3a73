import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { agree } from './agree.ts'
import { openEnvelope, sealEnvelope } from './envelope.ts'
import { makeIdentity } from './identity.ts'
import { makeKeyPair } from './key-pair.ts'
import { openLinkEnvelope } from './link-envelope.ts'
import { linkOfMessage, messageOfLink, sealLinkEnvelope } from './link-text.ts'
import { randomHex32 } from './random.ts'
import { findSubtle } from './subtle.ts'
import { hashOf, topicOf } from './topic.ts'

type Encoding = 'base64' | 'base64url'

/** What the vendor's client is built of; it comes with the peer that tests install. */
interface Peer {
  generateKeyPair(): { privateKey: string; publicKey: string }
  deriveSymKey(privateKey: string, publicKey: string): string
  hashKey(key: string): string
  hashMessage(message: string): string
  encrypt(parameters: {
    type?: number
    symKey: string
    message: string
    senderPublicKey?: string
    encoding?: Encoding
  }): string
  decrypt(parameters: { symKey: string; encoded: string; encoding?: Encoding }): string
  encodeTypeTwoEnvelope(message: string, encoding?: Encoding): string
  decodeTypeTwoEnvelope(encoded: string, encoding?: Encoding): string
}

const require = createRequire(createRequire(import.meta.url).resolve('@walletconnect/sign-client'))
const peer = require('@walletconnect/utils') as Peer
const auth = require('@walletconnect/relay-auth') as { verifyJWT(token: string): Promise<boolean> }

const json = {
  id: 1_700_000_000_000_000,
  jsonrpc: '2.0',
  method: 'wc_sessionPropose',
  params: { text: 'é ✓ 😀' },
}
const text = JSON.stringify(json)

describe.each([
  ['WebCrypto', findSubtle()],
  ['noble', null],
] as const)('the vendor and %s', (_name, subtle) => {
  test('behavior: agree on key, topic and hash', async () => {
    const [ours, theirs] = [await makeKeyPair(subtle), peer.generateKeyPair()]
    const symKey = await agree(ours.privateKey, theirs.publicKey, subtle)
    expect(symKey).toBe(peer.deriveSymKey(theirs.privateKey, ours.publicKey))
    expect(await topicOf(symKey, subtle)).toBe(peer.hashKey(symKey))
    expect(await hashOf(text, subtle)).toBe(peer.hashMessage(text))
  })
  test('behavior: the token is theirs', async () => {
    const token = await (await makeIdentity({ subtle })).authorise('ws://127.0.0.1:4301')
    expect(await auth.verifyJWT(token)).toBe(true)
    const [head, body, signature] = token.split('.')
    const other = await (await makeIdentity({ subtle })).authorise('ws://127.0.0.1:4301')
    expect(await auth.verifyJWT(`${head}.${body}.${other.split('.')[2]}`)).toBe(false)
    expect(signature).toHaveLength(86)
  })
})

describe('the vendor', () => {
  test('behavior: opens type 0 and we theirs', async () => {
    const symKey = randomHex32()
    expect(peer.decrypt({ symKey, encoded: await sealEnvelope({ symKey, json }) })).toBe(text)
    expect(await openEnvelope(peer.encrypt({ symKey, message: text }), { symKey })).toEqual({
      json,
    })
  })
  test('behavior: opens type 1 and we theirs', async () => {
    const [ours, theirs] = [await makeKeyPair(), peer.generateKeyPair()]
    const symKey = await agree(ours.privateKey, theirs.publicKey)
    expect(
      peer.decrypt({ symKey, encoded: await sealEnvelope({ symKey, json, sender: ours }) }),
    ).toBe(text)
    const encoded = peer.encrypt({
      type: 1,
      symKey,
      message: text,
      senderPublicKey: theirs.publicKey,
    })
    expect(await openEnvelope(encoded, ours)).toEqual({ json, senderPublicKey: theirs.publicKey })
  })
  test('behavior: opens links of type 0 and 2 and we theirs', async () => {
    const symKey = randomHex32()
    expect(peer.decodeTypeTwoEnvelope(sealLinkEnvelope(json), 'base64url')).toBe(text)
    expect(openLinkEnvelope(peer.encodeTypeTwoEnvelope(text, 'base64url'))).toEqual({ json })
    const link = linkOfMessage(await sealEnvelope({ symKey, json }))
    expect(peer.decrypt({ symKey, encoded: link, encoding: 'base64url' })).toBe(text)
    const theirs = peer.encrypt({ symKey, message: text, encoding: 'base64url' })
    expect(await openEnvelope(messageOfLink(theirs), { symKey })).toEqual({ json })
  })
})
