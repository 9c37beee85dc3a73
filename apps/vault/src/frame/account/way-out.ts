import { LatchkeyError } from '@latchkey/protocol'
import type { StoredRecovery, VaultCalls } from '@latchkey/protocol/vault'
import { fromBase64url } from '../../base64url.ts'
import type { WalletRecord } from '../../store/record.ts'
import type { ExportInput } from '../../worker/export.ts'
import { runWorker } from '../../worker/run-worker.ts'
import type { Vault } from '../vault.ts'

/**
 * The record of the wallet of which this storage partition has a share, even when another account
 * is signed in.
 * @throws `wallet-unopenable`
 */
async function readLocalRecord({ store }: Vault): Promise<WalletRecord> {
  const record = await store.wallet()
  if (!record)
    throw new LatchkeyError('wallet-unopenable', { reason: 'this device holds no share' })
  return record
}

/**
 * The EVM address of the wallet that can be exported without a login; it serves as the wallet's
 * name.
 * @throws `wallet-unopenable`
 */
export async function readLocalAddress(vault: Vault): Promise<string> {
  return (await readLocalRecord(vault)).addresses.eip155
}

/**
 * Exports seed words and private keys without a login, sealed to a window. They come from this
 * device's share and the recovery share, which only the visitor's passkey or password opens. The
 * gateway is asked with this device's key alone, and the wallet's keys must be those that this
 * device knows.
 * @param askUnsealing - makes the window open the recovery share and seal it to the worker
 * @throws `wallet-unopenable` | `recovery-failed` | what the API throws
 */
export async function exportWithoutSignIn(
  vault: Vault,
  sealKey: unknown,
  askUnsealing: (methods: readonly StoredRecovery[], sealKey: string) => Promise<string>,
): Promise<string> {
  if (typeof sealKey !== 'string' || !/^[\w-]{87}$/.test(sealKey))
    throw new LatchkeyError('vault-refused')
  const record = await readLocalRecord(vault)
  const { account, split, publics } = record
  const { methods } = await vault.api('POST /api/way-out', { account, split })
  // Without a login only passkeys and passwords can open the recovery share; the operator's way to
  // recover needs a login.
  const visitorMethods = methods.filter(({ kind }) => kind !== 'operator')
  if (visitorMethods.length === 0)
    throw new LatchkeyError('recovery-failed', {
      reason: 'nothing of the visitor’s opens this split',
    })
  const deviceShare = await vault.store.share(record)
  if (!deviceShare)
    throw new LatchkeyError('wallet-unopenable', { reason: 'this device’s share does not open' })
  return runWorker<ExportInput, string>(
    vault.scripts('export'),
    { publics, device: deviceShare, sealTo: sealKey, isWayOut: true },
    {
      secrets: [deviceShare],
      answer: async (key) => ({ recovery: fromBase64url(await askUnsealing(visitorMethods, key)) }),
    },
  )
}

/** Asks the gateway, with this device's key alone, for the pepper of a recovery password's hash. */
export async function askPepper(
  vault: Vault,
  { method, hash }: VaultCalls['POST /api/recovery/pepper']['body'],
): Promise<VaultCalls['POST /api/recovery/pepper']['answer']> {
  const { account, split } = await readLocalRecord(vault)
  return vault.api('POST /api/way-out/pepper', { account, split, method, hash })
}
