import { LatchkeyError } from '@latchkey/protocol'
import type {
  KeptRecovery,
  NewSplit,
  RecoveryMethod,
  WalletPublics,
} from '@latchkey/protocol/vault'
import { splitStatement } from '@latchkey/protocol/vault'
import { base64url, fromBase64url } from '../base64url.ts'
import { addressesOfKeys, type WalletAddresses } from '../keys/addresses.ts'
import { derivationPaths } from '../keys/derivation-paths.ts'
import { deriveSecp } from '../keys/derive-secp.ts'
import { type PublicKeys, publicKeysOfMaster } from '../keys/public-keys.ts'
import { splitSeed } from '../keys/split-seed.ts'
import { wipeSecrets } from '../keys/wipe-secrets.ts'
import { deriveMasterSeed } from '../keys/words.ts'
import { isVouchValid, signStatement, signVouch } from './statement.ts'

/** Input for a new split of the seed: the account, the device, and the ways to recover. */
export interface SplitRequest {
  readonly account: string
  /** JWK thumbprint of this device's key. */
  readonly deviceId: string
  readonly expects: string | null
  /**
   * Existing ways to recover, as the gateway reports them. Those that the wallet's key has not
   * signed are left out.
   */
  readonly kept: readonly KeptRecovery[]
  /** New ways to recover, which the visitor has just set up. */
  readonly added: readonly RecoveryMethod[]
  readonly byOperator: boolean
}

/** A new split of a seed, made for one device. */
export interface SplitResult {
  readonly publics: PublicKeys
  readonly addresses: WalletAddresses
  /** The device's share, which is stored on that device only. */
  readonly device: Uint8Array
  /**
   * The part for the gateway: its share and the sealed recovery share, signed by the wallet's key.
   */
  readonly split: NewSplit
}

type Recovery = NewSplit['recovery'][number]

/** Maximum number of ways to recover per account; the gateway has the same limit. */
const maxMethods = 10

/**
 * Splits a seed anew into three shares: one for the device, one for the gateway, one for recovery.
 * @param expectedKeys - public keys that the seed must give; null for a new seed
 * @param recoveredSplit - the split whose recovery share was used up
 * @throws LatchkeyError `wallet-unopenable` when the seed is another | `vault-refused` for too many
 *   ways to recover
 */
export async function makeSplit(
  entropy: Uint8Array,
  expectedKeys: WalletPublics | null,
  { account, deviceId, expects, kept, added, byOperator }: SplitRequest,
  recoveredSplit?: string,
): Promise<SplitResult> {
  const master = await deriveMasterSeed(entropy)
  const publicKeys = publicKeysOfMaster(master)
  const key = deriveSecp(master, derivationPaths.eip155)
  wipeSecrets(master)
  try {
    if (expectedKeys) checkPublicKeys(publicKeys, expectedKeys)
    const { device, signIn, recovery: share } = await splitSeed(entropy)
    // The code for sealing is loaded only when there is a recovery key. A new wallet has none, and
    // the visitor is waiting for the wallet.
    const sealShareTo = async (publicKey: string): Promise<string> =>
      base64url(
        await (await import('../seal.ts')).sealSecret('recovery', fromBase64url(publicKey), share),
      )
    const recovery: Recovery[] = []
    for (const method of kept) {
      if (method.kind !== 'operator' && isVouchValid(account, method, publicKeys.eip155))
        recovery.push({ ...method, sealed: await sealShareTo(method.publicKey) })
    }
    for (const method of added) {
      if (method.kind !== 'operator') {
        const vouch = signVouch(account, method, key, publicKeys.eip155)
        recovery.push({ ...method, vouch, sealed: await sealShareTo(method.publicKey) })
      }
    }
    const operator = kept.find(({ kind }) => kind === 'operator') ?? { kind: 'operator' as const }
    if (byOperator) recovery.push({ ...operator, sealed: base64url(share) } as Recovery)
    if (recovery.length > maxMethods)
      throw new LatchkeyError('vault-refused', { reason: 'there are ten ways to recover already' })
    const { eip155, solana, bip122 } = publicKeys
    const split = {
      expects,
      publics: { eip155, solana, bip122 },
      share: base64url(signIn),
      recovery,
      ...(recoveredSplit !== undefined && { recovered: recoveredSplit }),
    }
    wipeSecrets(share, signIn)
    const signature = signStatement(
      splitStatement({ account, device: deviceId }, split),
      key,
      publicKeys.eip155,
    )
    return {
      publics: publicKeys,
      addresses: addressesOfKeys(publicKeys),
      device,
      split: { ...split, signature },
    }
  } finally {
    wipeSecrets(key)
  }
}

/** @throws LatchkeyError `wallet-unopenable` when a key differs */
export function checkPublicKeys(actual: WalletPublics, expectedKeys: WalletPublics): void {
  if (
    actual.eip155 !== expectedKeys.eip155 ||
    actual.solana !== expectedKeys.solana ||
    actual.bip122 !== expectedKeys.bip122
  )
    throw new LatchkeyError('wallet-unopenable', { reason: 'the shares make another wallet' })
}
