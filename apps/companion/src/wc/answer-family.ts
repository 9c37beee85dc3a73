import { addressOf, chainOf } from '@latchkey/protocol'
import { type FamilyAddress, type FamilySigner, ProviderError } from '@latchkey/signer'
import type { SessionRecord, WalletRequest } from '@latchkey/walletconnect/wallet'
import { fromBase58, toBase58 } from './base58.ts'
import { familyOf, writeAddresses } from './families.ts'

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
  const wire = familyOf(chain)
  if (!wire || !Object.hasOwn(wire.methods, method))
    throw new ProviderError(-32601, `The test wallet does not know ${method.slice(0, 60)}`)
  const { family } = wire
  const asked: Params = typeof params === 'object' && params !== null ? (params as Params) : {}
  const requestFamily = (verb: string, given: object): Promise<Params> =>
    wallet.request({ origin, family, method: verb, params: given }) as Promise<Params>
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
        typeof asked.message === 'string' &&
        asked.message.length < 20_000 &&
        fromBase58(asked.message)
      if (!message) throw new ProviderError(-32602, 'message must be base58')
      const { signature } = await requestFamily('signMessage', {
        message: base64(message),
        account: asked.pubkey,
      })
      return { signature: base58Of(signature) }
    }
    case 'solana_signTransaction': {
      const given = { transactions: [asked.transaction], account: asked.pubkey }
      const { transactions, signatures } = await requestFamily('signTransactions', given)
      const [[transaction], [signature]] = [transactions, signatures] as [string[], string[]]
      return { signature: base58Of(signature), transaction }
    }
    case 'solana_signAllTransactions': {
      const { transactions } = await requestFamily('signTransactions', {
        transactions: asked.transactions,
      })
      return { transactions }
    }
    case 'solana_signAndSendTransaction': {
      const { transaction, pubkey, sendOptions } = asked
      const { signature } = await requestFamily('sendTransaction', {
        transaction,
        account: pubkey,
        options: sendOptions,
      })
      return { signature: base58Of(signature) }
    }
    case 'signMessage': {
      requireAccount(asked.account)
      const { message, account, address = account, protocol } = asked
      const kind = typeof protocol === 'string' ? protocol.toUpperCase() : protocol
      const { signature, ...rest } = await requestFamily(method, {
        message,
        address,
        protocol: kind,
      })
      return { address: rest.address, signature: hexOf(signature) }
    }
    case 'sendTransfer': {
      requireAccount(asked.account)
      return requestFamily(method, {
        recipients: [{ address: asked.recipientAddress, amount: asked.amount }],
      })
    }
    case 'signPsbt': {
      requireAccount(asked.account)
      const { psbt, signInputs, broadcast } = asked
      const inputs = Array.isArray(signInputs)
        ? (signInputs as Params[]).map((one) => ({
            index: one?.index,
            address: one?.address,
            sighashes: one?.sighashTypes,
          }))
        : undefined
      return requestFamily(method, { psbt, broadcast, ...(inputs && { inputs }) })
    }
    default: {
      const { network: _network, sender, address = sender, ...rest } = asked
      return requestFamily(method, { ...rest, ...(address !== undefined && { address }) })
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
  const family = familyOf(chain)?.family
  const granted = Object.values(namespaces)
    .flatMap(({ accounts }) => accounts)
    .filter((one) => chainOf(one) === chain)
    .map(addressOf)
  const [first] = granted
  if (!family || first === undefined) return undefined
  for (const account of Array.from({ length: count }, (_, i) => i)) {
    const own = await wallet.addresses([family], account)
    if (own.some(({ address }) => address === first)) return account
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
