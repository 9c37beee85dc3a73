import { type AccountId, addressOf, chainOf, namespaceOf } from '@latchkey/protocol'
import { verifyBitcoin } from './verify-bitcoin.ts'
import { type Nodes, verifyEip155 } from './verify-eip155.ts'
import { verifySolana } from './verify-solana.ts'
import { verifyStacks } from './verify-stacks.ts'

/**
 * Whether an account has signed a text, by the rules of its family.
 * @param account - as `readAccount` returns it
 * @throws `sign-in-node-unavailable`
 */
export async function verifySignature(
  proof: { readonly account: AccountId; readonly message: string; readonly signature: string },
  nodes: Nodes,
): Promise<boolean> {
  const { account, message, signature } = proof
  const chain = chainOf(account)
  const address = addressOf(account)
  switch (namespaceOf(account)) {
    case 'eip155':
      return verifyEip155(chain, { address, message, signature }, nodes)
    case 'solana':
      return verifySolana(address, message, signature)
    case 'bip122':
      return verifyBitcoin(chain, address, message, signature)
    case 'stacks':
      return verifyStacks(address, message, signature)
    default:
      return false
  }
}
