import { hasCode, LatchkeyError } from '@latchkey/protocol'
import type { NewSplit, RecoveryMethod, VaultAccount, WalletPublics } from '@latchkey/protocol/vault'
import { base64url, fromBase64url } from '../base64url.ts'
import { wipe } from '../keys/wipe.ts'
import type { WalletRecord } from '../store/record.ts'
import type { RecoveryKeys, SplitMade } from '../worker/make-split.ts'
import { runWorker } from '../worker/run-worker.ts'
import type { SignIn } from './open-sign-in.ts'
import type { Vault } from './vault.ts'

/** A wallet this device may sign for, or why it may not yet. */
export type WalletState =
  | { readonly state: 'ready'; readonly account: VaultAccount; readonly record: WalletRecord }
  | { readonly state: 'recover'; readonly account: VaultAccount }

/** The wallet of whoever signed in: made at the first sign-up, found again on this device, or to be recovered. */
export async function openWallet(vault: Vault, signIn: SignIn): Promise<WalletState> {
  const account = await signIn.call('GET /api/account', undefined)
  if (account.publics === null) return createWallet(vault, signIn, account)
  const record = await vault.store.wallet()
  const isOurs = record?.account === account.account && record.split === account.split
  if (!record || !isOurs || !(await hasShare(vault, record))) return { state: 'recover', account }
  // A gateway that names other keys is not believed over what this device has seen.
  if (!isSameWallet(record.publics, account.publics))
    throw new LatchkeyError('wallet-unopenable', { reason: 'the account has other keys than this device knows' })
  return { state: 'ready', account, record }
}

async function hasShare({ store }: Vault, record: WalletRecord): Promise<boolean> {
  const share = await store.share(record)
  wipe(share ?? undefined)
  return share !== null
}

function isSameWallet(one: WalletPublics, other: WalletPublics): boolean {
  return one.eip155 === other.eip155 && one.solana === other.solana && one.bip122 === other.bip122
}

async function createWallet(vault: Vault, signIn: SignIn, account: VaultAccount): Promise<WalletState> {
  const byOperator = vault.project.recoveryByOperator
  const made = await runWorker<RecoveryKeys, SplitMade>(vault.scripts('create'), { keys: [], byOperator })
  try {
    const record = await keepSplit(vault, signIn, made, { account: account.account, expects: null, methods: [] })
    return { state: 'ready', account: await signIn.call('GET /api/account', undefined), record }
  } catch (error) {
    // Another device of the same account was first: that wallet is the one.
    if (!(hasCode(error) && error.context.sourceCode === 409)) throw error
    return { state: 'recover', account: await signIn.call('GET /api/account', undefined) }
  }
}

/** A recovery method with the share sealed to it; without `id` it is new. */
type SealedMethod = NewSplit['recovery'][number]

/**
 * Hands a new split to the gateway, then keeps this device's share of it; every share here is overwritten after.
 * @throws as the API; 409 when another device was faster
 */
export async function keepSplit(
  { store }: Vault,
  signIn: SignIn,
  made: SplitMade,
  more: {
    readonly account: string
    readonly expects: string | null
    /** In the order of the keys it was sealed to. */
    readonly methods: readonly (RecoveryMethod & { readonly id?: string })[]
    readonly recovered?: string
  },
): Promise<WalletRecord> {
  const { eip155, solana, bip122 } = made.publics
  const { account, expects, methods, recovered } = more
  const own = methods.filter(({ kind }) => kind !== 'operator')
  const forOperator: readonly SealedMethod[] = made.forOperator
    ? [
        {
          ...(methods.find(({ kind }) => kind === 'operator') ?? { kind: 'operator' as const }),
          sealed: base64url(made.forOperator),
        } as SealedMethod,
      ]
    : []
  try {
    const { split } = await signIn.call('POST /api/splits', {
      ...{ expects, publics: { eip155, solana, bip122 }, share: base64url(made.signIn) },
      recovery: [
        ...own.flatMap((method, i) => (made.sealed[i] ? [{ ...method, sealed: made.sealed[i] } as SealedMethod] : [])),
        ...forOperator,
      ],
      ...(recovered !== undefined && { recovered }),
    })
    const before = await store.wallet()
    const spent = before?.account === account ? before.spent : {}
    const { publics, addresses, hashes } = made
    const record: WalletRecord = { account, split, publics, addresses, hashes, spent }
    await store.keepWallet(record, made.device)
    return record
  } finally {
    wipe(made.device, made.signIn, made.forOperator)
  }
}

/** What the gateway seals to a worker, for one operation with this device's split. */
export function release(
  signIn: SignIn,
  split: string,
  operation: 'sign' | 'split' | 'export',
  payload: string,
): (sealTo: string) => Promise<{ readonly signIn: Uint8Array }> {
  return async (sealTo) => {
    const { sealed } = await signIn.call('POST /api/splits/release', { split, sealTo, operation, payload })
    return { signIn: fromBase64url(sealed) }
  }
}
