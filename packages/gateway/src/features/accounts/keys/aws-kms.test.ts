import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignatureV4 } from '@smithy/signature-v4'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { awsKms } from './aws-kms.ts'

// The example credentials of AWS’s own test suite of Signature Version 4.
const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
}
const [region, sessionToken] = ['eu-central-1', 'AQoDYXdzEPT//////////wEXAMPLE']
const keyId = 'arn:aws:kms:eu-central-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab'
const secret = Buffer.from('a share of 33 bytes, as they are.')

/** SHA-256 and HMAC as AWS’s signer wants them. */
class Sha256 {
  readonly #hash: ReturnType<typeof createHash> | ReturnType<typeof createHmac>
  constructor(key?: string | Uint8Array) {
    this.#hash = key === undefined ? createHash('sha256') : createHmac('sha256', key)
  }
  update(data: string | Uint8Array): void {
    this.#hash.update(data)
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }
}

/** What AWS’s own library signs for a request as it came in. */
async function signatureOf(request: IncomingMessage, body: string): Promise<string | undefined> {
  const names =
    /SignedHeaders=([^,]+)/.exec(request.headers.authorization ?? '')?.[1]?.split(';') ?? []
  const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name])]))
  const stamp = String(request.headers['x-amz-date'])
  const signingDate = new Date(
    stamp.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  )
  const signer = new SignatureV4({
    region,
    service: 'kms',
    applyChecksum: false,
    sha256: Sha256 as never,
    credentials: { ...credentials, sessionToken },
  })
  const asked = {
    method: 'POST',
    protocol: 'http:',
    hostname: 'kms',
    path: request.url ?? '/',
    headers,
    body,
  }
  const signed = await signer.sign(asked, { signingDate })
  return signed.headers.authorization
}

type Body = Readonly<Record<string, string>> & {
  readonly EncryptionContext: Readonly<Record<string, string>>
}

/**
 * Stands for KMS. Requests, answers and the names of what is wrong are those of
 * docs.aws.amazon.com/kms/latest/APIReference/API_Encrypt.html and API_Decrypt.html (JSON 1.1, API
 * version 2014-11-01): `CiphertextBlob`, `KeyId`, `EncryptionAlgorithm`; `Plaintext`;
 * `InvalidCiphertextException`, `IncorrectKeyException`.
 */
const key = randomBytes(32)
const held: {
  asked: { target: string; body: Body; isSigned: boolean }[]
  odd?: (response: ServerResponse) => void
} = {
  asked: [],
}
const contextOf = (body: Body): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(body.EncryptionContext ?? {}).sort()))

const server = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) {
    parts.push(part)
  }
  const text = Buffer.concat(parts).toString()
  const body: Body = JSON.parse(text)
  const target = String(request.headers['x-amz-target'])
  const isSigned = request.headers.authorization === (await signatureOf(request, text))
  held.asked.push({ target, body, isSigned })
  const answer = (status: number, json: object): void =>
    void response
      .writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
      .end(JSON.stringify(json))
  if (held.odd) return held.odd(response)
  if (!isSigned) return answer(400, { __type: 'InvalidSignatureException', message: 'no' })
  if (body.KeyId !== keyId) return answer(400, { __type: 'NotFoundException' })
  if (target === 'TrentService.Encrypt') {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(contextOf(body))
    const sealed = [cipher.update(Buffer.from(body.Plaintext ?? '', 'base64')), cipher.final()]
    const CiphertextBlob = Buffer.concat([iv, ...sealed, cipher.getAuthTag()]).toString('base64')
    return answer(200, { CiphertextBlob, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT', KeyId: keyId })
  }
  const bytes = Buffer.from(body.CiphertextBlob ?? '', 'base64')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(
      contextOf(body),
    )
    decipher.setAuthTag(bytes.subarray(-16))
    const Plaintext = Buffer.concat([
      decipher.update(bytes.subarray(12, -16)),
      decipher.final(),
    ]).toString('base64')
    answer(200, { EncryptionAlgorithm: 'SYMMETRIC_DEFAULT', KeyId: keyId, Plaintext })
  } catch {
    answer(400, { __type: 'com.amazonaws.kms#InvalidCiphertextException' })
  }
})
const service = (more: object = {}) => {
  const { port } = server.address() as AddressInfo
  return awsKms({
    ...credentials,
    keyId,
    region,
    sessionToken,
    endpoint: `http://127.0.0.1:${port}/`,
    ...more,
  })
}
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('awsKms', () => {
  test('default: what was sealed is opened, every request is signed as AWS’s own library signs it', async () => {
    const sealed = await service().seal(secret, '["sign-in","a","s"]')
    expect(Buffer.from(sealed).includes(secret)).toBe(false)
    expect(Buffer.from(await service().open(sealed, '["sign-in","a","s"]'))).toEqual(secret)
    const [encrypt, decrypt] = held.asked
    expect([encrypt?.isSigned, decrypt?.isSigned]).toEqual([true, true])
    expect(encrypt).toMatchObject({
      target: 'TrentService.Encrypt',
      body: {
        KeyId: keyId,
        EncryptionContext: { purpose: 'latchkey-key-1', context: '["sign-in","a","s"]' },
      },
    })
    expect(Object.keys(encrypt?.body ?? {}).sort()).toEqual([
      'EncryptionContext',
      'KeyId',
      'Plaintext',
    ])
    expect(decrypt?.target).toBe('TrentService.Decrypt')
    expect(Object.keys(decrypt?.body ?? {}).sort()).toEqual([
      'CiphertextBlob',
      'EncryptionContext',
      'KeyId',
    ])
  })

  test('behavior: opens nothing in another context, of another key, or changed by a bit', async () => {
    const sealed = await service().seal(secret, 'one')
    const wrong = {
      code: 'wallet-unopenable',
      context: { reason: 'the key service: 400 InvalidCiphertextException' },
    }
    await expect(service().open(sealed, 'two')).rejects.toMatchObject(wrong)
    const bent = Buffer.from(sealed)
    bent[14] = (bent[14] ?? 0) ^ 1
    await expect(service().open(bent, 'one')).rejects.toMatchObject(wrong)
    await expect(service({ keyId: 'alias/other' }).open(sealed, 'one')).rejects.toThrow()
  })

  test('behavior: with wrong credentials nothing is sealed; the secret key is sent nowhere', async () => {
    const wrong = service({ secretAccessKey: 'another' })
    const reason = 'the key service: 400 InvalidSignatureException'
    await expect(wrong.seal(secret, 'c')).rejects.toMatchObject({ context: { reason } })
    expect(JSON.stringify(held.asked)).not.toContain(credentials.secretAccessKey)
  })

  test.each<[string, (response: ServerResponse) => void]>([
    ['no JSON', (response) => response.end('<html>')],
    ['an answer without the fields', (response) => response.end('{}')],
    ['no base64', (response) => response.end('{"CiphertextBlob":"*"}')],
    [
      'more than 64 KiB',
      (response) => response.end(JSON.stringify({ CiphertextBlob: 'A'.repeat(80_000) })),
    ],
    [
      'another address',
      (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    ['nothing', (response) => response.destroy()],
    ['an odd refusal', (response) => response.writeHead(500).end('{"__type":5}')],
  ])('behavior: %s is no answer, and no secret is in what is thrown', async (_, odd) => {
    held.odd = odd
    const thrown = await service()
      .seal(secret, 'c')
      .catch((error: unknown) => error)
    delete held.odd
    expect(thrown).toMatchObject({ code: 'server-error' })
    expect(String((thrown as Error).message)).not.toContain(secret.toString())
  })
})
