import { hasCode, LatchkeyError } from '@latchkey/protocol'
import type { VaultAccount, WalletPublics } from '@latchkey/protocol/vault'
import { fromBase64url } from '../../base64url.ts'
import { wipeSecrets } from '../../keys/wipe-secrets.ts'
import type { WalletRecord } from '../../store/record.ts'
import type { SplitRequest, SplitResult } from '../../worker/make-split.ts'
import { runWorker } from '../../worker/run-worker.ts'
import type { Vault } from '../vault.ts'
import type { SignIn } from './open-sign-in.ts'

/**
 * The visitor's wallet: this device can sign with it (`ready`), or must recover it first
 * (`recover`).
 */
export type WalletState =
  | { readonly state: 'ready'; readonly account: VaultAccount; readonly record: WalletRecord }
  | { readonly state: 'recover'; readonly account: VaultAccount }

/**
 * Opens the visitor's wallet. The first login creates it; later it is found on this device, or must
 * be recovered.
 */
export async function openWallet(vault: Vault, signIn: SignIn): Promise<WalletState> {
  const account = await signIn.call('GET /api/account', undefined)
  if (account.publics === null) return createWallet(vault, signIn, account)
  const record = await vault.store.wallet()
  const isSameRecord = record?.account === account.account && record.split === account.split
  if (!record || !isSameRecord || !(await hasShare(vault, record)))
    return { state: 'recover', account }
  // When the account's keys at the gateway differ from those that this device knows, the vault does
  // not use them.
  if (!isSameWallet(record.publics, account.publics))
    throw new LatchkeyError('wallet-unopenable', {
      reason: 'the account has other keys than this device knows',
    })
  return { state: 'ready', account, record }
}

async function hasShare({ store }: Vault, record: WalletRecord): Promise<boolean> {
  const share = await store.share(record)
  wipeSecrets(share ?? undefined)
  return share !== null
}

function isSameWallet(one: WalletPublics, other: WalletPublics): boolean {
  return one.eip155 === other.eip155 && one.solana === other.solana && one.bip122 === other.bip122
}

async function createWallet(
  vault: Vault,
  signIn: SignIn,
  account: VaultAccount,
): Promise<WalletState> {
  const newSplit = await runWorker<SplitRequest, SplitResult>(
    vault.scripts('create'),
    prepareSplit(vault, account),
  )
  try {
    const record = await keepSplit(vault, signIn, newSplit, account.account)
    return { state: 'ready', account: await signIn.call('GET /api/account', undefined), record }
  } catch (error) {
    // Another device of the same account created a wallet first, so that wallet is used.
    if (!(hasCode(error) && error.context.sourceCode === 409)) throw error
    return { state: 'recover', account: await signIn.call('GET /api/account', undefined) }
  }
}

/** The input for splitting the seed anew for this device, with the existing ways to recover. */
export function prepareSplit(
  { store, project }: Vault,
  { account, newest, methods }: VaultAccount,
): SplitRequest {
  const keptMethods = methods.map(
    ({ createdAt: _, ...method }) => method as SplitRequest['kept'][number],
  )
  const isOperatorRecoveryAllowed = project.recoveryByOperator
  return {
    account,
    deviceId: store.device.id,
    expects: newest,
    kept: keptMethods,
    added: [],
    byOperator: isOperatorRecoveryAllowed,
  }
}

/**
 * Sends a new split of the seed to the gateway, then stores this device's share and wipes the copy
 * in memory.
 * @throws what the API throws; 409 when another device was faster
 */
export async function keepSplit(
  { store }: Vault,
  signIn: SignIn,
  newSplit: SplitResult,
  account: string,
): Promise<WalletRecord> {
  try {
    const { split } = await signIn.call('POST /api/splits', newSplit.split)
    const previousRecord = await store.wallet()
    const spentAmounts = previousRecord?.account === account ? previousRecord.spent : {}
    const { publics, addresses } = newSplit
    const record: WalletRecord = { account, split, publics, addresses, spent: spentAmounts }
    await store.keepWallet(record, newSplit.device)
    return record
  } finally {
    wipeSecrets(newSplit.device)
  }
}

/** Asks the gateway to seal its share of the seed to a worker's key, for one operation. */
export function releaseShare(
  signIn: SignIn,
  split: string,
  operation: 'sign' | 'split' | 'export',
  payload: string,
): (sealKey: string) => Promise<{ readonly signIn: Uint8Array }> {
  return async (sealKey) => {
    const { sealed } = await signIn.call('POST /api/splits/release', {
      split,
      sealTo: sealKey,
      operation,
      payload,
    })
    return { signIn: fromBase64url(sealed) }
  }
}
