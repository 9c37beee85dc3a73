import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { askTranslated } from '../connect/ask-translated.ts'
import { fromBase64, toBase64 } from '../encoding/bytes.ts'
import { answerError, requestError } from '../transaction/open-psbt.ts'
import type { Wire } from '../wire.ts'
import { readAccounts, type StandardAccount, standardName } from './accounts.ts'
import { copyWalletBytes } from './bytes-of.ts'
import { askFeature, readUntrusted, type StandardWallet } from './standard-wallet.ts'

/** Access to the wallet's own account objects, which a Wallet Standard request needs. */
export interface ConnectorState {
  /** Address of the selected account, without a CAIP-10 prefix; undefined without a session. */
  selected(): string | undefined
  /**
   * Returns the wallet's account object of an address, asking the wallet for its accounts again
   * when needed. Throws `account-missing`.
   */
  rawOf(address: string, signal: AbortSignal | undefined): Promise<object>
}

type Fields = Readonly<Record<string, unknown>>
interface RequestContext {
  readonly chain: ChainId
  readonly account: string | undefined
  readonly signal: AbortSignal | undefined
}

// Maximum number of bytes of an answer: a PSBT has at most 2 MiB, a BIP-322 signature a few hundred
// bytes.
const maxAnswerBytes = { psbt: 2_097_152, signature: 6144 }

/**
 * Sends requests to a Wallet Standard wallet: the wallet returns accounts and signatures, but sends
 * nothing to the network.
 */
export function standardWire(wallet: StandardWallet, connectorState: ConnectorState): Wire {
  const methodRunners: Readonly<
    Record<string, (params: Fields, question: RequestContext) => Promise<unknown>>
  > = {
    async getAddresses({ purposes = ['payment', 'ordinals'] }) {
      return addressesOf(await connectWallet(wallet, purposes as readonly string[]))
    },
    async signMessage({ address, message }, { signal }) {
      const account = await connectorState.rawOf(String(address), signal)
      const input = { account, message: new TextEncoder().encode(String(message)) }
      const { signature } = readFirstAnswer(await askFeature(wallet, 'bitcoin:signMessage', input))
      const bytes = copyWalletBytes(signature, maxAnswerBytes.signature)
      return { signature: bytes && toBase64(bytes) }
    },
    async signPsbt({ psbt, signInputs, broadcast, allowedSighash }, { chain, account, signal }) {
      if (broadcast) throw unsupportedMethod('broadcast')
      const signingAddress = account ?? connectorState.selected()
      const indexesByAddress = new Map<string, number[]>()
      for (const input of (signInputs ?? []) as readonly (
        | number
        | { index: number; address: string }
      )[]) {
        const { index, address } =
          typeof input === 'number' ? { index: input, address: signingAddress } : input
        if (address === undefined)
          throw new LatchkeyError('not-connected', { reason: 'no account is selected' })
        indexesByAddress.set(address, [...(indexesByAddress.get(address) ?? []), index])
      }
      if (indexesByAddress.size === 0)
        throw requestError('this wallet must be told which inputs to sign')
      const sigHash = sighashName(allowedSighash as readonly string[] | undefined)
      const inputsToSign: object[] = []
      for (const [address, signingIndexes] of indexesByAddress) {
        const raw = await connectorState.rawOf(address, signal)
        inputsToSign.push({
          account: raw,
          signingIndexes,
          ...(sigHash !== undefined && { sigHash }),
        })
      }
      const input = { psbt: fromBase64(String(psbt)), inputsToSign, chain: standardName(chain) }
      const { signedPsbt } = readFirstAnswer(
        await askFeature(wallet, 'bitcoin:signTransaction', input),
      )
      const bytes = copyWalletBytes(signedPsbt, maxAnswerBytes.psbt)
      return { psbt: bytes && toBase64(bytes) }
    },
  }
  return {
    network: () => undefined,
    async ask(method, params, { chain, account, signal }) {
      const runMethod = Object.hasOwn(methodRunners, method) ? methodRunners[method] : undefined
      if (!runMethod) throw unsupportedMethod(method)
      return askTranslated(
        method,
        params,
        (wireParams) => runMethod(wireParams, { chain, account, signal }),
        signal,
      )
    },
  }
}

/**
 * Asks the wallet for its accounts of both purposes, payment and ordinals. Throws
 * `account-missing`, `wallet-answer-invalid`, `aborted`, the code of the wallet's error.
 */
export async function askAccounts(
  wallet: StandardWallet,
  signal: AbortSignal | undefined,
): Promise<readonly StandardAccount[]> {
  const connectAnswer: { accounts: readonly StandardAccount[] } = { accounts: [] }
  const purposes = ['payment', 'ordinals'] as const
  const connectAndReport = async () => {
    connectAnswer.accounts = await connectWallet(wallet, purposes)
    return addressesOf(connectAnswer.accounts)
  }
  await askTranslated('getAddresses', { purposes }, connectAndReport, signal)
  return connectAnswer.accounts
}

async function connectWallet(
  wallet: StandardWallet,
  purposes: readonly string[],
): Promise<readonly StandardAccount[]> {
  const bitcoinPurposes = purposes.filter((purpose) => purpose !== 'stacks')
  const accounts = readAccounts(
    readUntrusted(
      await askFeature(wallet, 'bitcoin:connect', { purposes: bitcoinPurposes }),
      'accounts',
    ),
  )
  if (!accounts) throw answerError('bitcoin:connect answered no accounts')
  if (accounts.length > 0) return accounts
  throw new LatchkeyError('account-missing', { reason: 'the wallet shares no account of Bitcoin' })
}

const addressesOf = (accounts: readonly StandardAccount[]) => ({
  addresses: accounts.map(({ networks, rawAccount: raw, ...address }) => address),
})

/** The sighash name for the request; undefined unless exactly one is allowed. */
function sighashName(allowed: readonly string[] | undefined): string | undefined {
  if (!allowed) return undefined
  const baseSighashes = allowed.filter((one) => one !== 'ANYONECANPAY')
  const [base = 'ALL', more] = baseSighashes
  if (more !== undefined) return undefined
  return baseSighashes.length < allowed.length ? `${base}|ANYONECANPAY` : base
}

/**
 * The only entry of a feature's answer, copied so that reading it cannot throw; fields are read by
 * name, because they may be getters of a class.
 */
function readFirstAnswer(answer: unknown): {
  readonly signature: unknown
  readonly signedPsbt: unknown
} {
  const firstItem = Array.isArray(answer) ? readUntrusted(answer, '0') : undefined
  return {
    signature: readUntrusted(firstItem, 'signature'),
    signedPsbt: readUntrusted(firstItem, 'signedPsbt'),
  }
}

function unsupportedMethod(capability: string): LatchkeyError {
  return new LatchkeyError('wallet-method-unsupported', {
    reason: `a wallet of this standard has no ${capability}`,
  })
}
