import { addressOf, chainOf } from '@latchkey/protocol'
import { type FamilyAddress, type FamilySigner, ProviderError } from '@latchkey/signer'
import type { SessionRecord, WalletRequest } from '@latchkey/walletconnect/wallet'
import { fromBase58, toBase58 } from './base58.ts'
import { wireFamilyOf, writeAddresses } from './families.ts'

type Params = Readonly<Record<string, unknown>>

/**
 * Answers one Solana, Bitcoin or Stacks request in WalletConnect's form. `wallet` has granted
 * `addresses` to `origin`.
 */
export async function answerFamily(
  wallet: FamilySigner,
  origin: string,
  { chain, method, params }: WalletRequest,
  addresses: readonly FamilyAddress[],
): Promise<unknown> {
  const wireFamily = wireFamilyOf(chain)
  if (!wireFamily || !Object.hasOwn(wireFamily.methods, method))
    throw new ProviderError(-32601, `The test wallet does not know ${method.slice(0, 60)}`)
  const { family } = wireFamily
  const requestParams: Params =
    typeof params === 'object' && params !== null ? (params as Params) : {}
  const requestFamily = (verb: string, familyParams: object): Promise<Params> =>
    wallet.request({ origin, family, method: verb, params: familyParams }) as Promise<Params>
  const requireAccount = (account: unknown): void => {
    if (account !== undefined && !addresses.some(({ address }) => address === account))
      throw new ProviderError(-32602, 'The session has no such account')
  }
  switch (method) {
    case 'solana_getAccounts':
    case 'solana_requestAccounts':
    case 'getAccountAddresses':
      return writeAddresses(family, addresses)
    case 'getAddresses':
    case 'stx_getAddresses':
    case 'stx_getAccounts':
      return { addresses: writeAddresses(family, addresses) }
    case 'solana_signMessage': {
      const message =
        typeof requestParams.message === 'string' &&
        requestParams.message.length < 20_000 &&
        fromBase58(requestParams.message)
      if (!message) throw new ProviderError(-32602, 'message must be base58')
      const { signature } = await requestFamily('signMessage', {
        message: base64(message),
        account: requestParams.pubkey,
      })
      return { signature: base58Of(signature) }
    }
    case 'solana_signTransaction': {
      const familyParams = {
        transactions: [requestParams.transaction],
        account: requestParams.pubkey,
      }
      const { transactions, signatures } = await requestFamily('signTransactions', familyParams)
      const [[transaction], [signature]] = [transactions, signatures] as [string[], string[]]
      return { signature: base58Of(signature), transaction }
    }
    case 'solana_signAllTransactions': {
      const { transactions } = await requestFamily('signTransactions', {
        transactions: requestParams.transactions,
      })
      return { transactions }
    }
    case 'solana_signAndSendTransaction': {
      const { transaction, pubkey, sendOptions } = requestParams
      const { signature } = await requestFamily('sendTransaction', {
        transaction,
        account: pubkey,
        options: sendOptions,
      })
      return { signature: base58Of(signature) }
    }
    case 'signMessage': {
      requireAccount(requestParams.account)
      const { message, account, address = account, protocol } = requestParams
      const protocolName = typeof protocol === 'string' ? protocol.toUpperCase() : protocol
      const { signature, ...otherFields } = await requestFamily(method, {
        message,
        address,
        protocol: protocolName,
      })
      return { address: otherFields.address, signature: hexOf(signature) }
    }
    case 'sendTransfer': {
      requireAccount(requestParams.account)
      return requestFamily(method, {
        recipients: [{ address: requestParams.recipientAddress, amount: requestParams.amount }],
      })
    }
    case 'signPsbt': {
      requireAccount(requestParams.account)
      const { psbt, signInputs, broadcast } = requestParams
      const inputs = Array.isArray(signInputs)
        ? (signInputs as Params[]).map((signInput) => ({
            index: signInput?.index,
            address: signInput?.address,
            sighashes: signInput?.sighashTypes,
          }))
        : undefined
      return requestFamily(method, { psbt, broadcast, ...(inputs && { inputs }) })
    }
    default: {
      const { network: _network, sender, address = sender, ...otherFields } = requestParams
      return requestFamily(method, { ...otherFields, ...(address !== undefined && { address }) })
    }
  }
}

/**
 * Number of the account whose addresses a session has; undefined when they are not this wallet's.
 */
export async function accountOf(
  wallet: FamilySigner,
  { namespaces }: SessionRecord,
  chain: WalletRequest['chain'],
  count: number,
): Promise<number | undefined> {
  const family = wireFamilyOf(chain)?.family
  const grantedAccounts = Object.values(namespaces)
    .flatMap(({ accounts }) => accounts)
    .filter((signInput) => chainOf(signInput) === chain)
    .map(addressOf)
  const [first] = grantedAccounts
  if (!family || first === undefined) return undefined
  for (const account of Array.from({ length: count }, (_, i) => i)) {
    const ownAddresses = await wallet.addresses([family], account)
    if (ownAddresses.some(({ address }) => address === first)) return account
  }
  return undefined
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

function bytesOf(text: unknown): Uint8Array {
  return Uint8Array.from(atob(String(text)), (letter) => letter.charCodeAt(0))
}

function base58Of(text: unknown): string {
  return toBase58(bytesOf(text))
}

function hexOf(text: unknown): string {
  return Array.from(bytesOf(text), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
