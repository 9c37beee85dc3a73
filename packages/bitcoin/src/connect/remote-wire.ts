import type { RemoteSession } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { fromHex, toBase64 } from '../encoding/bytes.ts'
import type { Wire } from '../wire.ts'
import { askTranslated } from './ask-translated.ts'
import { readAccountAddresses } from './remote-addresses.ts'

/** The name that WalletConnect gives to each WBIP request. */
const remoteMethodNames: Readonly<Record<string, string>> = {
  getAddresses: 'getAccountAddresses',
  signMessage: 'signMessage',
  signPsbt: 'signPsbt',
  sendTransfer: 'sendTransfer',
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Sends checked requests to a remote wallet, translated to WalletConnect's methods for bip122, and
 * checks the answers.
 */
export function remoteWire(session: RemoteSession, selected: () => string | undefined): Wire {
  const methods = session.methods.bip122 ?? []
  return {
    network: () => undefined,
    async ask(method, params, { chain, account = selected(), signal }) {
      const remoteMethod = Object.hasOwn(remoteMethodNames, method)
        ? remoteMethodNames[method]
        : undefined
      if (!remoteMethod || !methods.includes(remoteMethod))
        throw new LatchkeyError('wallet-method-unsupported', {
          reason: `the session allows no ${method}`,
        })
      if (account === undefined)
        throw new LatchkeyError('not-connected', { reason: 'the session has ended' })
      const options = signal ? { signal } : {}
      return askTranslated(
        method,
        params,
        async (wireParams) =>
          readAnswer(
            remoteMethod,
            await session.request(
              chain,
              remoteMethod,
              writeRequest(remoteMethod, account, wireParams),
              options,
            ),
          ),
        signal,
      )
    },
  }
}

function writeRequest(remoteMethod: string, account: string, params: Fields): unknown {
  if (remoteMethod === 'getAccountAddresses') return { account }
  if (remoteMethod === 'signMessage') {
    const { address, message, protocol } = params
    return {
      account: address,
      address,
      message,
      protocol: protocol === 'BIP322' ? 'bip322' : 'ecdsa',
    }
  }
  if (remoteMethod === 'signPsbt') {
    const { psbt, broadcast = false, signInputs = [] } = params
    const inputs = (signInputs as readonly (number | Fields)[]).map((input) =>
      typeof input === 'number'
        ? { index: input, address: account }
        : { index: input.index, address: input.address, sighashTypes: input.allowedSighash ?? [1] },
    )
    return { account, psbt, signInputs: inputs, broadcast }
  }
  const [one, ...otherRecipients] = params.recipients as readonly {
    readonly address: string
    readonly amount: string
  }[]
  if (!one || otherRecipients.length > 0)
    throw new LatchkeyError('rpc-invalid-params', {
      reason: 'this wallet sends to one recipient at a time',
    })
  return { account, recipientAddress: one.address, amount: one.amount }
}

function readAnswer(remoteMethod: string, answer: unknown): unknown {
  if (remoteMethod === 'getAccountAddresses') return { addresses: readAccountAddresses(answer) }
  if (remoteMethod !== 'signMessage') return answer
  const { signature } = (answer ?? {}) as Fields
  // Some wallets write the signature in hex instead of base64.
  const isHex = typeof signature === 'string' && /^(?:[0-9a-f]{2}){64,4096}$/i.test(signature)
  return { signature: isHex ? toBase64(fromHex(signature)) : signature }
}
