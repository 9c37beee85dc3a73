import { type AccountId, addressOf } from '@latchkey/protocol'
import { hashMessage, verifyMessageSignatureRsv } from '@stacks/encryption'
import { getAddressFromPublicKey, publicKeyFromSignatureRsv } from '@stacks/transactions'

/**
 * Whether a signature is valid for an account of a test network, checked by the family's own
 * libraries: the key is recovered, its address compared, the signature verified.
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
