import { LatchkeyError } from '@latchkey/protocol'
import type { StoredRecovery } from '@latchkey/protocol/vault'
import { isRecoveryMethod } from '../../api/is-answer.ts'
import { fromBase64url } from '../../base64url.ts'
import type { WalletRecord } from '../../store/record.ts'
import type { ExportInput } from '../../worker/export.ts'
import type { SplitAsk, SplitMade } from '../../worker/make-split.ts'
import type { Sealed } from '../../worker/message.ts'
import type { RecoverInput } from '../../worker/recover-wallet.ts'
import { runWorker } from '../../worker/run-worker.ts'
import type { SplitInput } from '../../worker/split-wallet.ts'
import type { Vault } from '../vault.ts'
import type { SignIn } from './open-sign-in.ts'
import { keepSplit, releaseShare, splitAsk } from './open-wallet.ts'

/**
 * This device's share and record, for one operation.
 * @throws `recovery-needed` on a device without a share
 */
export async function readWallet({
  store,
}: Vault): Promise<{ readonly record: WalletRecord; readonly device: Uint8Array }> {
  const record = await store.wallet()
  const device = record && (await store.share(record))
  if (!record || !device)
    throw new LatchkeyError('recovery-needed', { reason: 'this device holds no share' })
  return { record, device }
}

/**
 * Makes a split for a device without a share.
 * @param show - makes a window unseal the recovery share and seal it to the worker
 */
export async function recoverHere(
  vault: Vault,
  signIn: SignIn,
  show: (methods: readonly StoredRecovery[], sealTo: string) => Promise<string>,
): Promise<void> {
  const account = await signIn.call('GET /api/account', undefined)
  const { publics } = account
  if (!publics) throw new LatchkeyError('recovery-failed', { reason: 'there is no wallet yet' })
  const input = { ...splitAsk(vault, account), publics }
  const made = await runWorker<RecoverInput, SplitMade>(vault.scripts('recover'), input, {
    answer: async (sealTo): Promise<Sealed> => {
      const { split, sealed, methods } = await signIn.call('POST /api/splits/recover', { sealTo })
      const operator = methods.find(({ kind }) => kind === 'operator')
      const recovery = operator?.sealed ?? (await show(methods, sealTo))
      return { split, signIn: fromBase64url(sealed), recovery: fromBase64url(recovery) }
    },
  })
  await keepSplit(vault, signIn, made, account.account)
}

/**
 * Adds a way to recover: a new split, sealed to the keys that the wallet has vouched for and to the
 * new key.
 */
export async function addRecovery(vault: Vault, signIn: SignIn, added: unknown): Promise<void> {
  if (!isRecoveryMethod(added) || added.kind === 'operator')
    throw new LatchkeyError('vault-refused', { reason: 'no recovery key' })
  await splitAnew(vault, signIn, (ask) => ({ ...ask, added: [added] }))
}

/** Removes a way to recover: a new split, sealed to the other keys. */
export async function removeRecovery(vault: Vault, signIn: SignIn, method: unknown): Promise<void> {
  await splitAnew(vault, signIn, (ask) => ({
    ...ask,
    kept: ask.kept.filter(({ id }) => id !== method),
  }))
}

async function splitAnew(
  vault: Vault,
  signIn: SignIn,
  change: (ask: SplitAsk) => SplitAsk,
): Promise<void> {
  const { record, device } = await readWallet(vault)
  const account = await signIn.call('GET /api/account', undefined)
  const ask = change(splitAsk(vault, account))
  const input = { ...ask, device, publics: record.publics }
  const made = await runWorker<SplitInput, SplitMade>(vault.scripts('split'), input, {
    secrets: [device],
    answer: releaseShare(
      signIn,
      record.split,
      'split',
      await digestText(JSON.stringify([ask.kept, ask.added])),
    ),
  })
  await keepSplit(vault, signIn, made, account.account)
}

/** Seed words and private keys of this device's wallet, sealed to a window. */
export async function exportSealed(vault: Vault, signIn: SignIn, sealTo: unknown): Promise<string> {
  if (typeof sealTo !== 'string' || !/^[\w-]{87}$/.test(sealTo))
    throw new LatchkeyError('vault-refused')
  const { record, device } = await readWallet(vault)
  return runWorker<ExportInput, string>(
    vault.scripts('export'),
    { publics: record.publics, device, sealTo },
    {
      secrets: [device],
      answer: releaseShare(signIn, record.split, 'export', await digestText(sealTo)),
    },
  )
}

async function digestText(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
