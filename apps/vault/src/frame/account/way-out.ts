import { LatchkeyError } from '@latchkey/protocol'
import type { StoredRecovery, VaultCalls } from '@latchkey/protocol/vault'
import { fromBase64url } from '../../base64url.ts'
import type { WalletRecord } from '../../store/record.ts'
import type { ExportInput } from '../../worker/export.ts'
import { runWorker } from '../../worker/run-worker.ts'
import type { Vault } from '../vault.ts'

/**
 * Reads the stored record of the wallet of which this device holds a share, whoever is signed in.
 * @throws `wallet-unopenable` when this device holds no share
 */
async function readLocalRecord({ store }: Vault): Promise<WalletRecord> {
  const record = await store.wallet()
  if (!record)
    throw new LatchkeyError('wallet-unopenable', { reason: 'this device holds no share' })
  return record
}

/**
 * Returns the EVM address of the wallet whose keys can be exported without a login. The export
 * window shows it in place of the account's name.
 * @throws `wallet-unopenable` when this device holds no share
 */
export async function readLocalAddress(vault: Vault): Promise<string> {
  return (await readLocalRecord(vault)).addresses.eip155
}

/**
 * Exports the seed words and private keys of a visitor who cannot log in. A worker restores the
 * seed from the share on this device and the recovery share, which only the visitor's passkey or
 * password opens, checks that it belongs to the stored public keys of this wallet, and encrypts the
 * result for the window that shows it. The calls to the gateway are proved by this device's key
 * alone.
 * @param sealKey - public key of that window (raw P-256 point, base64url)
 * @param askUnsealing - has the window open the recovery share and encrypt it for the worker
 * @throws `vault-refused` when `sealKey` is no such key | `wallet-unopenable` | `recovery-failed` |
 *   what the API throws
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
  // The operator can help to recover a wallet only after a login, so only passkeys and passwords
  // are left here.
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

/**
 * Asks the gateway for the pepper of a recovery password: a secret of the gateway without which the
 * password's hash opens nothing. No login is needed, because this device's key proves the call.
 */
export async function askPepper(
  vault: Vault,
  { method, hash }: VaultCalls['POST /api/recovery/pepper']['body'],
): Promise<VaultCalls['POST /api/recovery/pepper']['answer']> {
  const { account, split } = await readLocalRecord(vault)
  return vault.api('POST /api/way-out/pepper', { account, split, method, hash })
}
