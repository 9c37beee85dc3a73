import { generateKeyPairSync, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signClientSecret } from './client-secret.ts'

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const privateKey = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
const apple = { clientId: 'example.shop.web', teamId: 'TEAM', keyId: 'KEY', privateKey }

describe('signClientSecret', () => {
  test('default', async () => {
    const secret = await signClientSecret(apple, 'https://appleid.example', 1_800_000_000_900)
    const [head = '', body = '', signature = '', ...rest] = secret.split('.')
    const readPart = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
    expect(rest).toEqual([])
    expect(readPart(head)).toEqual({ alg: 'ES256', kid: 'KEY' })
    expect(readPart(body)).toEqual({
      iss: 'TEAM',
      sub: 'example.shop.web',
      aud: 'https://appleid.example',
      iat: 1_800_000_000,
      exp: 1_800_000_300,
    })
    const key = { key: pair.publicKey, dsaEncoding: 'ieee-p1363' } as const
    const bytes = Buffer.from(signature, 'base64url')
    expect(verify('sha256', Buffer.from(`${head}.${body}`), key, bytes)).toBe(true)
  })

  test('behavior: a key of another curve is refused', async () => {
    const { privateKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
    const pem = other.export({ format: 'pem', type: 'pkcs8' }).toString()
    const made = async () =>
      signClientSecret({ ...apple, privateKey: pem }, 'https://appleid.example', 0)
    await expect(made()).rejects.toThrow()
  })
})
