import { ClarityType, signMessageHashRsv, signStructuredData } from '@stacks/transactions'
import { sha256 } from 'viem'
import { invalid, textOf } from '../family/bytes.ts'
import { ask, type FamilyModule } from '../family/family.ts'
import { plainLines } from '../family/plain.ts'
import { stacksAccount, stacksAddresses } from './accounts.ts'
import {
  buildCall,
  buildDeploy,
  buildItemTransfer,
  buildTokenTransfer,
  buildTransfer,
  clarity,
} from './build.ts'
import { print } from './read-transaction.ts'
import { network, sending, signTransaction } from './sign-transaction.ts'

const mostOfAMessage = 60_000

/** The verbs of Stacks, on the chain of this machine, by the names that WBIP gives them. */
export const stacks: FamilyModule = {
  addresses: stacksAddresses,
  verbs: {
    stx_transferStx: sending(buildTransfer),
    stx_transferSip10Ft: sending(buildTokenTransfer),
    stx_transferSip9Nft: sending(buildItemTransfer),
    stx_callContract: sending(buildCall),
    stx_deployContract: sending(buildDeploy),
    stx_signTransaction: signTransaction,
    /** `{ message }` → `{ signature (RSV, hex), publicKey }` */
    async stx_signMessage(context, { message }) {
      const { address, privateKey, publicKey } = stacksAccount(context.seed, context.account)
      const text = textOf(message, 'message', mostOfAMessage)
      const texts = [{ name: 'Message', value: plainLines(text) }]
      await ask(context, { kind: 'stacks-message', account: address, network, texts })
      return { signature: signMessageHashRsv({ messageHash: hashOf(text), privateKey }), publicKey }
    },
    /**
     * `{ message, domain }`, Clarity values in hex (SIP-018) →
     * `{ signature (RSV, hex), publicKey }`
     */
    async stx_signStructuredMessage(context, params) {
      const { address, privateKey, publicKey } = stacksAccount(context.seed, context.account)
      const message = clarity(params.message)
      const domain = clarity(params.domain)
      if (domain.type !== ClarityType.Tuple) throw invalid('domain must be a tuple')
      await ask(context, {
        kind: 'stacks-structured-message',
        account: address,
        network,
        texts: [
          { name: 'Message', value: print(message) },
          { name: 'Domain', value: print(domain) },
        ],
      })
      return { signature: signStructuredData({ message, domain, privateKey }), publicKey }
    },
  },
}

/** SHA-256 of the prefix, the length (as Bitcoin writes it) and the text, hex. */
function hashOf(message: string): string {
  const text = new TextEncoder().encode(message)
  const { length } = text
  const size = length < 253 ? [length] : [253, length & 255, length >> 8]
  const prefix = new TextEncoder().encode('\u0017Stacks Signed Message:\n')
  return sha256(Uint8Array.from([...prefix, ...size, ...text])).slice(2)
}
