import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { hasCode, LatchkeyError } from '@latchkey/protocol'
import { z } from 'zod'
import type { KeyService } from '../contract.ts'

/** Encryption keys by id: the key whose id is `current` encrypts, the others only decrypt. */
const keyFileShape = z.strictObject({
  current: z.string().regex(/^[a-z\d]{1,16}$/),
  keys: z.record(
    z.string().regex(/^[a-z\d]{1,16}$/),
    z.base64().refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes'),
  ),
})

const ivBytes = 12
const tagBytes = 16

/**
 * Opens a key service with a key file: it encrypts with AES-256-GCM and binds the context as
 * additional data. A missing file is created, readable by its owner only.
 * @param isBegun - whether the database holds encrypted data already: then no new key is created
 * @throws `config-invalid` when the file cannot be read or created, or others may read it
 */
export function keyFile(
  path: string,
  { isBegun = false }: { readonly isBegun?: boolean } = {},
): KeyService {
  const { current, keys } = openKeyFile(path, isBegun)
  const findKey = (id: string): Buffer => {
    const key = Object.hasOwn(keys, id) ? keys[id] : undefined
    if (key === undefined) throw refuseSealed(`${path} has no key "${id}"`)
    return Buffer.from(key, 'base64')
  }
  return {
    async seal(secret, context) {
      const id = Buffer.from(current)
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', findKey(current), iv).setAAD(
        additionalData(current, context),
      )
      const text = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([Buffer.from([id.length]), id, iv, cipher.getAuthTag(), text])
    },
    async open(sealedSecret, context) {
      const bytes = Buffer.from(sealedSecret)
      const ivStart = 1 + (bytes[0] ?? 0)
      const id = bytes.subarray(1, ivStart).toString()
      const tagStart = ivStart + ivBytes
      const textStart = tagStart + tagBytes
      if (bytes.length < textStart) throw refuseSealed('what was sealed is cut')
      const decipher = createDecipheriv(
        'aes-256-gcm',
        findKey(id),
        bytes.subarray(ivStart, tagStart),
      )
        .setAAD(additionalData(id, context))
        .setAuthTag(bytes.subarray(tagStart, textStart))
      const text = decipher.update(bytes.subarray(textStart))
      try {
        return Buffer.concat([text, decipher.final()])
      } catch (cause) {
        throw refuseSealed('sealed under another context, or changed', cause)
      }
    },
  }
}

function refuseSealed(reason: string, cause?: unknown): LatchkeyError {
  return new LatchkeyError('wallet-unopenable', { reason, cause })
}

function additionalData(id: string, context: string): Buffer {
  return Buffer.from(JSON.stringify(['latchkey-key-1', id, context]))
}

function openKeyFile(path: string, isBegun: boolean): z.output<typeof keyFileShape> {
  const storedText = readKeyFile(path)
  if (storedText === undefined && isBegun)
    throw refuseConfig(
      `${path}, the key of this database, is missing`,
      'put the copy of it back: nothing else opens the shares',
    )
  const text = storedText ?? makeKeyFile(path)
  const parsedKeyFile = keyFileShape.safeParse(parseJson(text))
  if (!parsedKeyFile.success || !Object.hasOwn(parsedKeyFile.data.keys, parsedKeyFile.data.current))
    throw refuseConfig(`${path} is no key file`, 'put the one back that belongs to this database')
  return parsedKeyFile.data
}

function makeKeyFile(path: string): string {
  const key = { current: '1', keys: { 1: randomBytes(32).toString('base64') } }
  const text = `${JSON.stringify(key)}\n`
  try {
    // The flag `wx` fails if the file exists: of two processes that start at once, one creates the
    // file and the other reads it.
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
    // The mode given to `writeFile` is not enough: the umask only removes permissions, while in
    // folders with inherited permissions only `chmod` sets them exactly.
    chmodSync(path, 0o600)
    return text
  } catch (cause) {
    const existingText = readKeyFile(path)
    if (existingText !== undefined) return existingText
    throw refuseConfig(`${path} cannot be written`, 'correct the rights of its folder', cause)
  }
}

function readKeyFile(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8')
    if (isOpen(path))
      throw refuseConfig(`${path} can be read by everybody on this machine`, `chmod 600 ${path}`)
    return text
  } catch (cause) {
    if (hasCode(cause)) throw cause
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw refuseConfig(`${path} cannot be read`, 'correct its rights', cause)
  }
}

/**
 * The file may be readable by its group: secrets that a container platform mounts often need that.
 */
function isOpen(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & 0o007) !== 0
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refuseConfig(reason: string, fix: string, cause?: unknown): LatchkeyError {
  return new LatchkeyError('config-invalid', { reason, fix, cause })
}
