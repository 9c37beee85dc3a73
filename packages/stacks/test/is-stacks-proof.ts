import { type AccountId, addressOf } from '@latchkey/protocol'
import { hashMessage, verifyMessageSignatureRsv } from '@stacks/encryption'
import { getAddressFromPublicKey, publicKeyFromSignatureRsv } from '@stacks/transactions'

/**
 * Whether a signature is valid for a Stacks account of a test network, checked with Stacks' own
 * libraries: the key is recovered, its address is compared, and the signature is verified.
 */
export function isStacksProof({
  account,
  message,
  signature,
}: {
  readonly account: AccountId
  readonly message: string
  readonly signature: string
}): boolean {
  const publicKey = publicKeyFromSignatureRsv(
    Buffer.from(hashMessage(message)).toString('hex'),
    signature,
  )
  return (
    getAddressFromPublicKey(publicKey, 'testnet') === addressOf(account) &&
    verifyMessageSignatureRsv({ message, signature, publicKey })
  )
}
