import { argon2id } from '@noble/hashes/argon2.js'

/** Input of the worker that computes the Argon2id hash of a password. */
export interface ArgonInput {
  readonly password: Uint8Array
  readonly salt: Uint8Array
  /** Memory for Argon2id in KiB. */
  readonly memory: number
  readonly passes: number
  readonly lanes: number
}

addEventListener('message', ({ data }: MessageEvent<ArgonInput>) => {
  const { password, salt, memory, passes, lanes } = data
  const hash = argon2id(password, salt, { m: memory, t: passes, p: lanes, dkLen: 64 })
  password.fill(0)
  postMessage(hash, { transfer: [hash.buffer] })
})
