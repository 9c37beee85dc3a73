import { invalidParams, requireText } from '../family/bytes.ts'
import { askVisitor, type FamilyModule } from '../family/family.ts'
import { plainMultilineText } from '../family/plain-text.ts'
import { ProviderError } from '../provider/provider-error.ts'
import { bitcoinAddresses, bitcoinKeys } from './accounts.ts'
import { network, sendTransfer } from './send-transfer.ts'
import { signPsbt } from './sign-psbt.ts'
import { signBip322, signEcdsa } from './sign-text.ts'

const maxMessageLength = 60_000

/** Handles the requests that sites send for Bitcoin, on the local chain. */
export const bitcoin: FamilyModule = {
  addresses: bitcoinAddresses,
  verbs: {
    sendTransfer,
    signPsbt,
    /**
     * Signs a message: `{ message, address?, protocol?: 'ECDSA' | 'BIP322' }` → `{ signature,
     * address, protocol }`. The ordinals address signs by BIP-322 only.
     */
    async signMessage(context, { message, address, protocol }) {
      const text = requireText(message, 'message', maxMessageLength)
      const { payment, ordinals } = bitcoinKeys(context.seed, context.account)
      const key = [payment, ordinals].find(
        (candidate) => candidate.address === (address ?? payment.address),
      )
      if (!key) throw new ProviderError(4100, 'The site is not connected to this address')
      const requestedProtocol = protocol ?? (key.purpose === 'payment' ? 'ECDSA' : 'BIP322')
      if (requestedProtocol !== 'ECDSA' && requestedProtocol !== 'BIP322')
        throw invalidParams('protocol must be ECDSA or BIP322')
      if (requestedProtocol === 'ECDSA' && key.purpose === 'ordinals')
        throw invalidParams('A taproot address signs BIP-322 only')
      await askVisitor(context, {
        kind: 'bitcoin-message',
        account: key.address,
        network,
        rows: [
          {
            name: 'Signature',
            value: requestedProtocol === 'ECDSA' ? 'ECDSA (BIP-137)' : 'BIP-322',
          },
        ],
        texts: [{ name: 'Message', value: plainMultilineText(text) }],
      })
      const signature =
        requestedProtocol === 'ECDSA' ? await signEcdsa(key, text) : signBip322(key, text)
      return { signature, address: key.address, protocol: requestedProtocol }
    },
  },
}
