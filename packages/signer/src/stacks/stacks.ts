import { ClarityType, signMessageHashRsv, signStructuredData } from '@stacks/transactions'
import { sha256 } from 'viem'
import { invalidParams, requireText } from '../family/bytes.ts'
import { askVisitor, type FamilyModule } from '../family/family.ts'
import { plainMultilineText } from '../family/plain-text.ts'
import { stacksAccount, stacksAddresses } from './accounts.ts'
import {
  buildCall,
  buildDeploy,
  buildItemTransfer,
  buildTokenTransfer,
  buildTransfer,
  readClarity,
} from './build.ts'
import { printValue } from './read-transaction.ts'
import { makeSendingVerb, network, signTransaction } from './sign-transaction.ts'

const maxMessageLength = 60_000

/**
 * Handles the requests that sites send for Stacks, on the local chain, with WBIP's method names.
 */
export const stacks: FamilyModule = {
  addresses: stacksAddresses,
  verbs: {
    stx_transferStx: makeSendingVerb(buildTransfer),
    stx_transferSip10Ft: makeSendingVerb(buildTokenTransfer),
    stx_transferSip9Nft: makeSendingVerb(buildItemTransfer),
    stx_callContract: makeSendingVerb(buildCall),
    stx_deployContract: makeSendingVerb(buildDeploy),
    stx_signTransaction: signTransaction,
    /** Signs a message: `{ message }` → `{ signature (RSV, hex), publicKey }`. */
    async stx_signMessage(context, { message }) {
      const { address, privateKey, publicKey } = stacksAccount(context.seed, context.account)
      const text = requireText(message, 'message', maxMessageLength)
      const texts = [{ name: 'Message', value: plainMultilineText(text) }]
      await askVisitor(context, { kind: 'stacks-message', account: address, network, texts })
      return {
        signature: signMessageHashRsv({ messageHash: hashMessage(text), privateKey }),
        publicKey,
      }
    },
    /**
     * Signs a structured message (SIP-018): `{ message, domain }`, both Clarity values in hex → `{
     * signature (RSV, hex), publicKey }`.
     */
    async stx_signStructuredMessage(context, params) {
      const { address, privateKey, publicKey } = stacksAccount(context.seed, context.account)
      const message = readClarity(params.message)
      const domain = readClarity(params.domain)
      if (domain.type !== ClarityType.Tuple) throw invalidParams('domain must be a tuple')
      await askVisitor(context, {
        kind: 'stacks-structured-message',
        account: address,
        network,
        texts: [
          { name: 'Message', value: printValue(message) },
          { name: 'Domain', value: printValue(domain) },
        ],
      })
      return { signature: signStructuredData({ message, domain, privateKey }), publicKey }
    },
  },
}

/**
 * The hash to sign for a text message, in hex: SHA-256 of the prefix, the length (in Bitcoin's
 * encoding) and the text.
 */
function hashMessage(message: string): string {
  const text = new TextEncoder().encode(message)
  const { length } = text
  const size = length < 253 ? [length] : [253, length & 255, length >> 8]
  const prefix = new TextEncoder().encode('\u0017Stacks Signed Message:\n')
  return sha256(Uint8Array.from([...prefix, ...size, ...text])).slice(2)
}
