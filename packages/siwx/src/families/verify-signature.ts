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
 * Whether an account has signed a text, by the rules of its family.
 * @param signed its account in the spelling that its wallet has
 * @param nodes of Ethereum-like chains, for contract accounts
 * @throws `sign-in-node-unavailable`
 *
 * @example
 * const isSigned = await verifySignature({ account, message: 'Hello', signature: '0x…' })
 */
export async function verifySignature(signed: SignedMessage, nodes: Nodes = {}): Promise<boolean> {
  return (await findSigner(signed, nodes)) !== undefined
}

/** What has signed a text for an account; undefined: nothing. */
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
