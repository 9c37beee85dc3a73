import { LatchkeyError } from '@latchkey/protocol'
import { AwsClient } from 'aws4fetch'
import { z } from 'zod'
import { readBounded } from '../../../base/http/read-bounded.ts'
import type { KeyService } from '../contract.ts'

export interface AwsKmsOptions {
  /** Key id, its ARN, `alias/…` or an alias's ARN: a symmetric key (`SYMMETRIC_DEFAULT`). */
  readonly keyId: string
  readonly region: string
  /** Instead of `https://kms.{region}.amazonaws.com`. */
  readonly endpoint?: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
  readonly fetch?: typeof globalThis.fetch
}

const timeoutMs = 10_000
const mostBytes = 65_536
/**
 * Names what lies sealed, so that nothing else of the account under the same key is taken for it.
 */
const purpose = 'latchkey-key-1'

const encrypted = z.object({ CiphertextBlob: z.base64().min(1) })
const decrypted = z.object({ Plaintext: z.base64().min(1) })
const refused = z.object({ __type: z.string().max(256) })
/** What Decrypt says of a text under another context or key, or that was changed. */
const never: readonly string[] = ['InvalidCiphertextException', 'IncorrectKeyException']

/**
 * Key service of AWS KMS: `Encrypt` and `Decrypt` (API version 2014-11-01), signed by SigV4; the
 * context is the encryption context, which KMS binds as additional data and writes to CloudTrail
 * **in clear**: it holds ids of ours, no secret.
 *
 * **Written to the documentation, never run against the real service.** Its test stands a server in
 * its place, whose answers are those of
 * docs.aws.amazon.com/kms/latest/APIReference/API_Encrypt.html and API_Decrypt.html.
 * @throws `server-error` with the service's own name of what is wrong; `wallet-unopenable`
 *   likewise, for what it will never open
 */
export function awsKms(options: AwsKmsOptions): KeyService {
  const {
    keyId,
    region,
    endpoint,
    accessKeyId,
    secretAccessKey,
    sessionToken,
    fetch = globalThis.fetch,
  } = options
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 'kms',
    retries: 0,
    ...(sessionToken !== undefined && { sessionToken }),
  })
  const url = endpoint ?? `https://kms.${region}.amazonaws.com/`

  async function askService<T>(
    action: 'Encrypt' | 'Decrypt',
    body: object,
    answer: z.ZodType<T>,
  ): Promise<T> {
    const request = await client.sign(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `TrentService.${action}`,
      },
      body: JSON.stringify(body),
    })
    const failureOf = (
      reason: string,
      cause?: unknown,
      code: 'server-error' | 'wallet-unopenable' = 'server-error',
    ) => new LatchkeyError(code, { reason: `the key service: ${reason}`, cause })
    const response = await fetch(request, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause) => {
      throw failureOf('no answer', cause)
    })
    const json = parseJson(await readBounded(response, mostBytes))
    if (response.ok) {
      const read = answer.safeParse(json)
      if (read.success) return read.data
      throw failureOf(`an answer to ${action} that is none`)
    }
    const read = refused.safeParse(json)
    const name = read.success ? read.data.__type.replace(/^.*#/, '') : 'without a reason'
    const code = never.includes(name) ? 'wallet-unopenable' : 'server-error'
    throw failureOf(`${response.status} ${name}`, undefined, code)
  }

  return {
    async seal(secret, context) {
      const body = {
        KeyId: keyId,
        Plaintext: base64(secret),
        EncryptionContext: { purpose, context },
      }
      return Buffer.from((await askService('Encrypt', body, encrypted)).CiphertextBlob, 'base64')
    },
    async open(sealed, context) {
      // The key is named, so that a text sealed under another one, of whomever, is not opened.
      const body = {
        KeyId: keyId,
        CiphertextBlob: base64(sealed),
        EncryptionContext: { purpose, context },
      }
      return Buffer.from((await askService('Decrypt', body, decrypted)).Plaintext, 'base64')
    },
  }
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

function parseJson(bytes: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
