import { base64urlnopad } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { openSecret, sealSecret } from '../../seal.ts'
import { oneTimeKey, recoveryKey } from '../recovery/recovery-key.ts'
import { openRecovery } from './open-recovery.ts'

const share = Uint8Array.from({ length: 33 }, (_, i) => i)
const secretOf = (byte: number) => new Uint8Array(32).fill(byte)

async function setUp() {
  const { publicKey } = await recoveryKey(secretOf(7))
  const sealed = base64urlnopad.encode(
    await sealSecret('recovery', base64urlnopad.decode(publicKey), share),
  )
  const method = {
    id: 'm',
    kind: 'password',
    publicKey,
    sealed,
    salt: 's',
    memory: 1,
    passes: 1,
    lanes: 1,
  } as const
  return { method, worker: await oneTimeKey() }
}

describe('openRecovery', () => {
  test('default: sealed again to the worker, and the secret is wiped', async () => {
    const { method, worker } = await setUp()
    const secret = secretOf(7)
    const sealed = await openRecovery(method, secret, worker.publicKey)
    expect(secret).toEqual(new Uint8Array(32))
    expect(await openSecret('recovery', worker.pair, base64urlnopad.decode(sealed))).toEqual(share)
  })

  test('behavior: another secret opens nothing, and neither does a share that was swapped', async () => {
    const { method, worker } = await setUp()
    await expect(openRecovery(method, secretOf(8), worker.publicKey)).rejects.toThrow()
    const other = await recoveryKey(secretOf(9))
    const swapped = base64urlnopad.encode(
      await sealSecret('recovery', base64urlnopad.decode(other.publicKey), share),
    )
    await expect(
      openRecovery({ ...method, sealed: swapped }, secretOf(7), worker.publicKey),
    ).rejects.toThrow()
    const release = base64urlnopad.encode(
      await sealSecret('release', base64urlnopad.decode(method.publicKey), share),
    )
    await expect(
      openRecovery({ ...method, sealed: release }, secretOf(7), worker.publicKey),
    ).rejects.toThrow()
  })
})
