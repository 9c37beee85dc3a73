import { LatchkeyError } from '@latchkey/protocol'
import type { RecoveryMethod, StoredRecovery, VaultAccount } from '@latchkey/protocol/vault'
import { isRecoveryMethod } from '../api/is-answer.ts'
import { fromBase64url } from '../base64url.ts'
import type { WalletRecord } from '../store/record.ts'
import type { ExportInput } from '../worker/export.ts'
import type { SplitMade } from '../worker/make-split.ts'
import type { Sealed } from '../worker/message.ts'
import type { RecoverInput } from '../worker/recover.ts'
import { runWorker } from '../worker/run-worker.ts'
import type { SplitInput } from '../worker/split.ts'
import type { SignIn } from './open-sign-in.ts'
import { keepSplit, release } from './open-wallet.ts'
import type { Vault } from './vault.ts'

type Keyed = Extract<RecoveryMethod, { publicKey: string }>

/** This device's share and record, for one operation. @throws `recovery-needed` on a device without */
export async function readWallet({
  store,
}: Vault): Promise<{ readonly record: WalletRecord; readonly device: Uint8Array }> {
  const record = await store.wallet()
  const device = record && (await store.share(record))
  if (!record || !device) throw new LatchkeyError('recovery-needed', { reason: 'this device holds no share' })
  return { record, device }
}

/** A split for a device without a share. @param show - has a window unseal the recovery share, and seal it to the worker */
export async function recoverHere(
  vault: Vault,
  signIn: SignIn,
  show: (methods: readonly StoredRecovery[], sealTo: string) => Promise<string>,
): Promise<void> {
  const account = await signIn.call('GET /api/account', undefined)
  const { publics } = account
  if (!publics) throw new LatchkeyError('recovery-failed', { reason: 'there is no wallet yet' })
  const keyed = account.methods.filter(
    (method): method is VaultAccount['methods'][number] & Keyed => 'publicKey' in method,
  )
  const used: { split?: string } = {}
  const byOperator = vault.project.recoveryByOperator
  const keys = keyed.map(({ publicKey }) => publicKey)
  const made = await runWorker<RecoverInput, SplitMade>(
    vault.scripts('recover'),
    { publics, keys, byOperator },
    {
      answer: async (sealTo): Promise<Sealed> => {
        const { split, sealed, methods } = await signIn.call('POST /api/splits/recover', { sealTo })
        used.split = split
        const operator = methods.find(({ kind }) => kind === 'operator')
        const recovery = operator?.sealed ?? (await show(methods, sealTo))
        return { signIn: fromBase64url(sealed), recovery: fromBase64url(recovery) }
      },
    },
  )
  await keepSplit(vault, signIn, made, {
    ...{ account: account.account, expects: account.newest },
    // Methods that a database alone names are not handed a share, and so are none of the new split.
    methods: withoutTimes([...keyed, ...account.methods.filter(({ kind }) => kind === 'operator')]),
    ...(used.split !== undefined && { recovered: used.split }),
  })
}

/** Adds a recovery key: a new split, sealed to the keys this device knows and to the new one. */
export async function addRecovery(vault: Vault, signIn: SignIn, added: unknown): Promise<void> {
  if (!isRecoveryMethod(added) || added.kind === 'operator')
    throw new LatchkeyError('vault-refused', { reason: 'no recovery key' })
  const { record, device } = await readWallet(vault)
  const account = await signIn.call('GET /api/account', undefined)
  const known = await knownMethods(account, record)
  const own = known.filter((method): method is (typeof known)[number] & Keyed => 'publicKey' in method)
  const keys = [...own, added].map(({ publicKey }) => publicKey)
  const input = { device, publics: record.publics, keys, byOperator: vault.project.recoveryByOperator }
  const made = await runWorker<SplitInput, SplitMade>(vault.scripts('split'), input, {
    secrets: [device],
    answer: release(signIn, record.split, 'split', await digest(JSON.stringify(keys))),
  })
  const operator = known.filter(({ kind }) => kind === 'operator')
  const methods = [...withoutTimes(own), added, ...withoutTimes(operator)]
  await keepSplit(vault, signIn, made, { account: account.account, expects: account.newest, methods })
}

/** Words and keys of this device's wallet, sealed to a window. */
export async function exportSealed(vault: Vault, signIn: SignIn, sealTo: unknown): Promise<string> {
  if (typeof sealTo !== 'string' || !/^[\w-]{87}$/.test(sealTo)) throw new LatchkeyError('vault-refused')
  const { record, device } = await readWallet(vault)
  return runWorker<ExportInput, string>(
    vault.scripts('export'),
    { publics: record.publics, device, sealTo },
    {
      secrets: [device],
      answer: release(signIn, record.split, 'export', await digest(sealTo)),
    },
  )
}

/** Of the account's recovery keys those that this device has seen: what was slipped into a database since is left out. */
async function knownMethods({ methods }: VaultAccount, { hashes }: WalletRecord): Promise<VaultAccount['methods']> {
  const seen = await Promise.all(
    methods.map(
      async (method) => !('publicKey' in method) || hashes.includes(await hashOf(fromBase64url(method.publicKey))),
    ),
  )
  return methods.filter((_, i) => seen[i])
}

function withoutTimes(methods: VaultAccount['methods']): readonly (RecoveryMethod & { readonly id: string })[] {
  return methods.map(({ createdAt: _, ...method }) => method as RecoveryMethod & { readonly id: string })
}

const digest = (text: string): Promise<string> => hashOf(new TextEncoder().encode(text))

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
