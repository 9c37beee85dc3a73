import { type AccountId, addressOf, chainOf, namespaceOf } from '@latchkey/protocol'
import { verifyBitcoin } from './verify-bitcoin.ts'
import { type Nodes, type Signer, verifyEip155 } from './verify-eip155.ts'
import { verifySolana } from './verify-solana.ts'
import { verifyStacks } from './verify-stacks.ts'

interface SignedMessage {
  readonly account: AccountId
  readonly message: string
  readonly signature: string
}

/**
 * Whether an account has signed a text, by the rules of its chain family.
 * @param signed the account in the spelling of its wallet, the text, and the signature
 * @param nodes nodes of Ethereum-like chains, which verify signatures of contract accounts
 * @throws `sign-in-node-unavailable`
 *
 * @example
 * const isSigned = await verifySignature({ account, message: 'Hello', signature: '0x…' })
 */
export async function verifySignature(signed: SignedMessage, nodes: Nodes = {}): Promise<boolean> {
  return (await findSigner(signed, nodes)) !== undefined
}

/**
 * Finds out whether the key or the contract of an account signed a text; undefined when neither
 * did.
 */
export async function findSigner(
  { account, message, signature }: SignedMessage,
  nodes: Nodes,
): Promise<Signer | undefined> {
  const chain = chainOf(account)
  const address = addressOf(account)
  const byKey = (isSigned: boolean): Signer | undefined => (isSigned ? 'key' : undefined)
  switch (namespaceOf(account)) {
    case 'eip155':
      return verifyEip155(chain, { address, message, signature }, nodes)
    case 'solana':
      return byKey(verifySolana(address, message, signature))
    case 'bip122':
      return byKey(verifyBitcoin(chain, address, message, signature))
    case 'stacks':
      return byKey(verifyStacks(address, message, signature))
    default:
      return undefined
  }
}
