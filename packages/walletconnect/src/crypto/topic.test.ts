import { hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { findSubtle } from './subtle.ts'
import { hashOf, topicOf } from './topic.ts'
import vectors from './vectors.gen.json' with { type: 'json' }

const engines = { WebCrypto: findSubtle(), noble: null }

describe.each(Object.entries(engines))('topicOf, hashOf with %s', (_name, subtle) => {
  test.each(vectors.pairingTopic)(
    'default: topic of symmetric key $symKey',
    async ({ symKey, topic }) => {
      expect(await topicOf(symKey, subtle)).toBe(topic)
    },
  )
  test.each(vectors.responseTopic)(
    'default: topic of public key $publicKey',
    async ({ publicKey, topic }) => {
      expect(await topicOf(publicKey, subtle)).toBe(topic)
    },
  )
  test.each(vectors.messageHash)('default: hash of $message', async ({ message, sha256 }) => {
    expect(await hashOf(message, subtle)).toBe(sha256)
  })
  test.each(['', 'zz', 'a'.repeat(63), 'A'.repeat(64), `${'a'.repeat(64)}\n`])(
    'behavior: %j is no key',
    async (key) => {
      await expect(topicOf(key, subtle)).rejects.toSatisfy((error) =>
        hasCode(error, 'envelope-invalid'),
      )
    },
  )
})

test('behavior: WebCrypto is what this machine has by default', () => {
  expect(findSubtle()).toBe(globalThis.crypto.subtle)
})
