import { LatchkeyError } from '@latchkey/protocol'
import type { StoredRecovery } from '@latchkey/protocol/vault'
import { isRecoveryMethod } from '../../api/is-answer.ts'
import { fromBase64url } from '../../base64url.ts'
import type { WalletRecord } from '../../store/record.ts'
import type { ExportInput } from '../../worker/export.ts'
import type { SplitRequest, SplitResult } from '../../worker/make-split.ts'
import type { SealedShares } from '../../worker/message.ts'
import type { RecoverInput } from '../../worker/recover-wallet.ts'
import { runWorker } from '../../worker/run-worker.ts'
import type { SplitInput } from '../../worker/split-wallet.ts'
import type { Vault } from '../vault.ts'
import type { SignIn } from './open-sign-in.ts'
import { keepSplit, prepareSplit, releaseShare } from './open-wallet.ts'

/**
 * Reads this device's share of the seed, and the wallet's record.
 * @throws `recovery-needed` on a device without a share
 */
export async function readWallet({
  store,
}: Vault): Promise<{ readonly record: WalletRecord; readonly deviceShare: Uint8Array }> {
  const record = await store.wallet()
  const deviceShare = record && (await store.share(record))
  if (!record || !deviceShare)
    throw new LatchkeyError('recovery-needed', { reason: 'this device holds no share' })
  return { record, deviceShare }
}

/**
 * Recovers the wallet on a device without a share: the seed is split anew, and the device stores
 * its share.
 * @param askUnsealing - makes a window unseal the recovery share and seal it to the worker
 */
export async function recoverOnDevice(
  vault: Vault,
  signIn: SignIn,
  askUnsealing: (methods: readonly StoredRecovery[], sealKey: string) => Promise<string>,
): Promise<void> {
  const account = await signIn.call('GET /api/account', undefined)
  const { publics } = account
  if (!publics) throw new LatchkeyError('recovery-failed', { reason: 'there is no wallet yet' })
  const input = { ...prepareSplit(vault, account), publics }
  const newSplit = await runWorker<RecoverInput, SplitResult>(vault.scripts('recover'), input, {
    answer: async (sealKey): Promise<SealedShares> => {
      const { split, sealed, methods } = await signIn.call('POST /api/splits/recover', {
        sealTo: sealKey,
      })
      const operatorMethod = methods.find(({ kind }) => kind === 'operator')
      const recovery = operatorMethod?.sealed ?? (await askUnsealing(methods, sealKey))
      return { split, signIn: fromBase64url(sealed), recovery: fromBase64url(recovery) }
    },
  })
  await keepSplit(vault, signIn, newSplit, account.account)
}

/**
 * Adds a way to recover: splits the seed anew, and seals the recovery share to the new recovery key
 * and to those that the wallet's key has confirmed by signature.
 */
export async function addRecovery(vault: Vault, signIn: SignIn, newMethod: unknown): Promise<void> {
  if (!isRecoveryMethod(newMethod) || newMethod.kind === 'operator')
    throw new LatchkeyError('vault-refused', { reason: 'no recovery key' })
  await replaceSplit(vault, signIn, (splitInput) => ({ ...splitInput, added: [newMethod] }))
}

/**
 * Removes a way to recover: splits the seed anew, and seals the recovery share to the remaining
 * recovery keys only.
 */
export async function removeRecovery(vault: Vault, signIn: SignIn, method: unknown): Promise<void> {
  await replaceSplit(vault, signIn, (splitInput) => ({
    ...splitInput,
    kept: splitInput.kept.filter(({ id }) => id !== method),
  }))
}

async function replaceSplit(
  vault: Vault,
  signIn: SignIn,
  change: (splitInput: SplitRequest) => SplitRequest,
): Promise<void> {
  const { record, deviceShare } = await readWallet(vault)
  const account = await signIn.call('GET /api/account', undefined)
  const splitInput = change(prepareSplit(vault, account))
  const input = { ...splitInput, device: deviceShare, publics: record.publics }
  const newSplit = await runWorker<SplitInput, SplitResult>(vault.scripts('split'), input, {
    secrets: [deviceShare],
    answer: releaseShare(
      signIn,
      record.split,
      'split',
      await digestText(JSON.stringify([splitInput.kept, splitInput.added])),
    ),
  })
  await keepSplit(vault, signIn, newSplit, account.account)
}

/**
 * Exports the seed words and private keys of this device's wallet, encrypted for the window whose
 * public key is `sealKey`.
 */
export async function exportToPublicKey(
  vault: Vault,
  signIn: SignIn,
  sealKey: unknown,
): Promise<string> {
  if (typeof sealKey !== 'string' || !/^[\w-]{87}$/.test(sealKey))
    throw new LatchkeyError('vault-refused')
  const { record, deviceShare } = await readWallet(vault)
  return runWorker<ExportInput, string>(
    vault.scripts('export'),
    { publics: record.publics, device: deviceShare, sealTo: sealKey },
    {
      secrets: [deviceShare],
      answer: releaseShare(signIn, record.split, 'export', await digestText(sealKey)),
    },
  )
}

async function digestText(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
