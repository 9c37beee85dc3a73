import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LatchkeyError } from '@latchkey/protocol'

/** Length from which a token counts as impossible to guess; a shorter one is refused. */
const minLength = 32
const fileName = 'operator-token'

/**
 * The operator's own token; `path` is the file that contains it, absent when the token is from the
 * environment.
 */
export interface OperatorToken {
  readonly token: string
  readonly path?: string
}

/** Creates a random token of 32 bytes. */
export function makeToken(): string {
  return `lko_${randomBytes(32).toString('base64url')}`
}

/**
 * Reads the operator's token from `LATCHKEY_OPERATOR_TOKEN`, else from a file in the data folder,
 * which is created at the first start.
 * @throws `config-invalid` when the token is too short or the file is unusable
 */
export function operatorToken(dataDir: string, env: NodeJS.ProcessEnv): OperatorToken {
  const environmentToken = env.LATCHKEY_OPERATOR_TOKEN?.trim()
  if (environmentToken) return { token: checkToken(environmentToken, 'LATCHKEY_OPERATOR_TOKEN') }
  const path = join(dataDir, fileName)
  const storedToken = readToken(path)
  if (storedToken) return { token: checkToken(storedToken, path), path }
  const token = makeToken()
  try {
    // The flag `wx` fails if the file exists: of two processes that start at once, one creates the
    // file and the other reads it.
    writeFileSync(path, `${token}\n`, { mode: 0o600, flag: 'wx' })
    return { token, path }
  } catch (cause) {
    const existingToken = readToken(path)
    if (existingToken) return { token: checkToken(existingToken, path), path }
    throw invalidConfig(`${path} cannot be written`, 'correct the rights of the data folder', cause)
  }
}

function readToken(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw invalidConfig(
      `${path} cannot be read`,
      'correct its rights, or delete it to have a new one made',
      cause,
    )
  }
}

function checkToken(token: string, tokenSource: string): string {
  if (token.length >= minLength && /^[\x21-\x7e]+$/.test(token)) return token
  throw invalidConfig(
    `${tokenSource}: a token has ${minLength} visible characters at least`,
    'use a longer random one',
  )
}

function invalidConfig(reason: string, fix: string, cause?: unknown): LatchkeyError {
  return new LatchkeyError('config-invalid', { reason, fix, cause })
}
