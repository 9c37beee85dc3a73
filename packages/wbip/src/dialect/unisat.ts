import { LatchkeyError } from '@latchkey/protocol'
import { invokeMethod } from '../ask/invoke-method.ts'
import { hexOfBase64 } from '../encoding/base64.ts'
import type {
  SendTransferParams,
  SignMessageParams,
  SignPsbtParams,
} from '../method/bitcoin-methods.ts'
import { type Provider, peekAt } from '../wallet/provider.ts'
import type { WalletFunctions } from './call-own-functions.ts'

const firstItemOf = (list: unknown) => (Array.isArray(list) ? peekAt(list, '0') : undefined)

export async function signMessage(
  provider: Provider,
  { message, protocol }: SignMessageParams,
): Promise<unknown> {
  const signatureKind = protocol === 'BIP322' ? 'bip322-simple' : 'ecdsa'
  return { signature: await invokeMethod(provider, 'signMessage', message, signatureKind) }
}

export async function sendTransfer(
  provider: Provider,
  { recipients }: SendTransferParams,
): Promise<unknown> {
  const [one, ...otherRecipients] = recipients
  if (!one || otherRecipients.length > 0)
    throw new LatchkeyError('rpc-invalid-params', {
      reason: 'this wallet sends to one recipient at a time',
    })
  return { txid: await invokeMethod(provider, 'sendBitcoin', one.address, Number(one.amount)) }
}

export async function signPsbt(
  provider: Provider,
  { psbt, signInputs, broadcast }: SignPsbtParams,
): Promise<unknown> {
  const toSignInputs = signInputs?.map((input) =>
    typeof input === 'number'
      ? { index: input }
      : {
          index: input.index,
          address: input.address,
          ...(input.publicKey && { publicKey: input.publicKey }),
          ...(input.allowedSighash && { sighashTypes: input.allowedSighash }),
        },
  )
  const options = { autoFinalized: broadcast === true, ...(toSignInputs && { toSignInputs }) }
  const hex = await invokeMethod(provider, 'signPsbt', hexOfBase64(psbt), options)
  return broadcast ? { hex, txid: await invokeMethod(provider, 'pushPsbt', hex) } : { hex }
}

async function getAddresses(provider: Provider): Promise<unknown> {
  const address = firstItemOf(await invokeMethod(provider, 'requestAccounts'))
  return {
    addresses: [
      { address, publicKey: await invokeMethod(provider, 'getPublicKey'), purpose: 'payment' },
    ],
  }
}

/**
 * How to send requests to wallets with UniSat's functions: `requestAccounts`,
 * `signMessage(text, kind)`, PSBTs in hex.
 */
export const unisatFunctions: WalletFunctions = {
  getAddresses,
  wallet_connect: getAddresses,
  sendTransfer,
  signMessage,
  signPsbt,
  wallet_changeNetwork: async (provider, { name }) => invokeMethod(provider, 'switchChain', name),
}
