import { LatchkeyError } from '@latchkey/protocol'
import { readBounded } from '@latchkey/protocol/read-bounded'
import { timeLimit } from '@latchkey/protocol/time-limit'
import { AwsClient } from 'aws4fetch'
import { z } from 'zod'
import type { KeyService } from '../contract.ts'

export interface AwsKmsOptions {
  /**
   * The KMS key: its id, its ARN, `alias/…` or the ARN of an alias. It must be symmetric
   * (`SYMMETRIC_DEFAULT`).
   */
  readonly keyId: string
  readonly region: string
  /** Address of KMS that replaces the default `https://kms.{region}.amazonaws.com`. */
  readonly endpoint?: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
  readonly fetch?: typeof globalThis.fetch
}

const requestTimeoutMs = 10_000
const maxAnswerBytes = 65_536
/**
 * Purpose that every encryption context contains: it separates the gateway's ciphertexts from those
 * of other users of the same KMS key.
 */
const purpose = 'latchkey-key-1'

const encryptAnswer = z.object({ CiphertextBlob: z.base64().min(1) })
const decryptAnswer = z.object({ Plaintext: z.base64().min(1) })
const errorAnswer = z.object({ __type: z.string().max(256) })
/**
 * Errors with which KMS refuses to decrypt a text that was changed, or encrypted with another
 * context or key.
 */
const unreadableTextErrors: readonly string[] = [
  'InvalidCiphertextException',
  'IncorrectKeyException',
]

/**
 * Key service of AWS KMS: `Encrypt` and `Decrypt` (API version 2014-11-01), signed by SigV4.
 * `context` becomes the encryption context, which KMS binds as additional data and writes to
 * CloudTrail **in clear**: it contains ids but no secret. AWS's own client is not used: it has 24
 * packages (18 MB) and no limit on the size of an answer, while the two calls need only a
 * signature. **Written from the documentation, never run against the real service.** The test uses
 * a server that answers as docs.aws.amazon.com/kms/latest/APIReference/API_Encrypt.html and
 * API_Decrypt.html describe.
 * @throws `server-error` with the error name of the service; `wallet-unopenable` with that name
 * when a retry cannot help
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
    const makeFailure = (
      reason: string,
      cause?: unknown,
      code: 'server-error' | 'wallet-unopenable' = 'server-error',
    ) => new LatchkeyError(code, { reason: `the key service: ${reason}`, cause })
    const signal = timeLimit(requestTimeoutMs)
    const response = await fetch(request, {
      redirect: 'error',
      signal,
    }).catch((cause) => {
      throw makeFailure('no answer', cause)
    })
    const json = parseJson(await readBounded(response, maxAnswerBytes, signal))
    if (response.ok) {
      const parsedAnswer = answer.safeParse(json)
      if (parsedAnswer.success) return parsedAnswer.data
      throw makeFailure(`an answer to ${action} that is none`)
    }
    const parsedAnswer = errorAnswer.safeParse(json)
    const name = parsedAnswer.success
      ? parsedAnswer.data.__type.replace(/^.*#/, '')
      : 'without a reason'
    const code = unreadableTextErrors.includes(name) ? 'wallet-unopenable' : 'server-error'
    throw makeFailure(`${response.status} ${name}`, undefined, code)
  }

  return {
    async seal(secret, context) {
      const body = {
        KeyId: keyId,
        Plaintext: base64(secret),
        EncryptionContext: { purpose, context },
      }
      return Buffer.from(
        (await askService('Encrypt', body, encryptAnswer)).CiphertextBlob,
        'base64',
      )
    },
    async open(sealedSecret, context) {
      // The key id is sent too, so that KMS does not decrypt a text that another key encrypted.
      const body = {
        KeyId: keyId,
        CiphertextBlob: base64(sealedSecret),
        EncryptionContext: { purpose, context },
      }
      return Buffer.from((await askService('Decrypt', body, decryptAnswer)).Plaintext, 'base64')
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
