import {
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  type SignatureBytes,
  signBytes,
  type Transaction,
} from '@solana/kit'
import { isLocalUrl, toRecord } from '../chain.ts'
import { fromBase64, invalidParams, toBase64, toHex } from '../family/bytes.ts'
import { askVisitor, type FamilyContext, type FamilyModule } from '../family/family.ts'
import { plainText, readableText } from '../family/plain-text.ts'
import { callNode } from '../provider/call-node.ts'
import { ProviderError } from '../provider/provider-error.ts'
import { type SolanaAccount, solanaAccount, solanaAddresses } from './accounts.ts'
import { type DecodedTransaction, readTransaction } from './read-transaction.ts'
import { signInText } from './sign-in.ts'

const network = 'Solana, local'
const maxTransactions = 20

/** Handles the requests that sites send for Solana; bytes and signatures are base64. */
export const solana: FamilyModule = {
  addresses: solanaAddresses,
  verbs: {
    /** Signs a message: `{ message, account? }` → `{ signature }`. */
    async signMessage(context, { message, account }) {
      const { keys, address } = await findSigner(context, account)
      const bytes = fromBase64(message, 'message', 100_000)
      if (!isSignable(bytes))
        throw invalidParams(
          'This is no text and could be a transaction: it is not signed as a message',
        )
      const text = readableText(bytes)
      const texts = [
        {
          name: text === undefined ? 'Bytes (no readable text)' : 'Message',
          value: text ?? toHex(bytes),
        },
      ]
      await askVisitor(context, { kind: 'solana-message', account: address, network, texts })
      return { signature: toBase64(await signBytes(keys.privateKey, bytes)) }
    },
    /** Signs in by Sign In With Solana: `{ input }` → `{ address, message, signature }`. */
    async signIn(context, { input }) {
      const { keys, address } = await findSigner(context)
      const text = signInText(input, context.origin, address)
      const bytes = new TextEncoder().encode(text)
      if (readableText(bytes) === undefined)
        throw invalidParams('The sign-in has letters that cannot be shown')
      const texts = [{ name: 'Message', value: text }]
      await askVisitor(context, { kind: 'solana-sign-in', account: address, network, texts })
      return {
        address,
        message: toBase64(bytes),
        signature: toBase64(await signBytes(keys.privateKey, bytes)),
      }
    },
    /** Signs transactions: `{ transactions, account? }` → `{ transactions, signatures }`. */
    async signTransactions(context, { transactions, account }) {
      if (
        !Array.isArray(transactions) ||
        transactions.length === 0 ||
        transactions.length > maxTransactions
      )
        throw invalidParams(`transactions must be a list of at most ${maxTransactions}`)
      const signerAccount = await findSigner(context, account)
      const decodedTransactions = transactions.map((item) =>
        readTransaction(item, signerAccount.address),
      )
      await showTransactions(context, 'solana-transaction', signerAccount, decodedTransactions)
      const signedTransactions = await Promise.all(
        decodedTransactions.map((item) => signTransaction(item, signerAccount)),
      )
      return {
        transactions: signedTransactions.map(({ transaction }) =>
          getBase64EncodedWireTransaction(transaction),
        ),
        signatures: signedTransactions.map(({ signature }) => toBase64(signature)),
      }
    },
    /** Signs and sends a transaction: `{ transaction, account?, options? }` → `{ signature }`. */
    async sendTransaction(context, { transaction: transactionText, account, options }) {
      if (!isLocalUrl(context.nodeUrl))
        throw new ProviderError(4901, 'The test wallet speaks to local nodes only')
      const signerAccount = await findSigner(context, account)
      const decodedTransaction = readTransaction(transactionText, signerAccount.address)
      await showTransactions(context, 'solana-send', signerAccount, [decodedTransaction])
      const { transaction, signature } = await signTransaction(decodedTransaction, signerAccount)
      const sendConfig = { encoding: 'base64', ...sendOptions(options) }
      const nodeAnswer = await callNode(context.nodeUrl, 'sendTransaction', [
        getBase64EncodedWireTransaction(transaction),
        sendConfig,
      ])
      // The id of a transaction is its first signature, the payer's.
      const name = Object.values(transaction.signatures)[0]
      if (!name || nodeAnswer !== getBase58Decoder().decode(name))
        throw new ProviderError(-32603, 'The network gave no signature')
      return { signature: toBase64(name), own: toBase64(signature) }
    },
  },
}

async function findSigner(
  { seed, account }: FamilyContext,
  wantedAddress?: unknown,
): Promise<SolanaAccount> {
  const signerAccount = await solanaAccount(seed, account)
  if (wantedAddress !== undefined && wantedAddress !== signerAccount.address)
    throw new ProviderError(4100, 'The site is not connected to this account')
  return signerAccount
}

async function showTransactions(
  context: FamilyContext,
  kind: 'solana-transaction' | 'solana-send',
  { address }: SolanaAccount,
  decodedTransactions: readonly DecodedTransaction[],
): Promise<void> {
  for (const { signers } of decodedTransactions) {
    if (!signers.includes(address))
      throw invalidParams('The transaction asks for no signature of this account')
  }
  const [first] = decodedTransactions
  await askVisitor(context, {
    kind,
    account: address,
    network,
    ...(decodedTransactions.length === 1 && first?.amount && { amount: first.amount }),
    rows: decodedTransactions.flatMap(({ fee, payer }, i) => [
      {
        name: decodedTransactions.length > 1 ? `Fee, transaction ${i + 1}` : 'Fee, at most',
        value: fee,
      },
      ...(payer === address ? [] : [{ name: 'Fee paid by', value: payer }]),
    ]),
    texts: decodedTransactions.flatMap(({ steps }, i) =>
      steps.map((value, j) => ({
        name:
          decodedTransactions.length > 1
            ? `Transaction ${i + 1}, step ${j + 1}`
            : `Step ${j + 1} of ${steps.length}`,
        value: value
          .split('\n')
          .map((line) => plainText(line, 3_000))
          .join('\n'),
      })),
    ),
  })
}

async function signTransaction(
  { transaction }: DecodedTransaction,
  { keys, address }: SolanaAccount,
): Promise<{ transaction: Transaction; signature: SignatureBytes }> {
  const signature = await signBytes(keys.privateKey, transaction.messageBytes)
  return {
    signature,
    transaction: {
      ...transaction,
      signatures: { ...transaction.signatures, [address]: signature },
    },
  }
}

/** Prefix of an off-chain message: no transaction of any version begins with it. */
const offchainPrefix = Uint8Array.of(255, ...new TextEncoder().encode('solana offchain'))

/**
 * Whether bytes can be signed as a message: only bytes that cannot be a transaction, because a page
 * could otherwise get a transaction signed as a message.
 */
function isSignable(bytes: Uint8Array): boolean {
  if (offchainPrefix.every((byte, i) => bytes[i] === byte)) return true
  return isText(bytes) && !isTransactionMessage(bytes)
}

function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return !/\p{Cc}/u.test(text.replaceAll(/[\n\r\t]/g, ''))
  } catch {
    return false
  }
}

function isTransactionMessage(bytes: Uint8Array): boolean {
  try {
    const [count = 0] = bytes[0] && bytes[0] > 127 ? [bytes[1]] : [bytes[0]]
    if (!count || count > 12 || readableText(bytes) !== undefined) return false
    const unsignedTransaction = new Uint8Array(1 + 64 * count + bytes.length)
    unsignedTransaction[0] = count
    unsignedTransaction.set(bytes, 1 + 64 * count)
    readTransaction(
      toBase64(getTransactionDecoder().decode(unsignedTransaction) && unsignedTransaction),
      '',
    )
    return true
  } catch {
    return false
  }
}

function sendOptions(options: unknown): Record<string, unknown> {
  const { skipPreflight, preflightCommitment, maxRetries } = toRecord(options)
  return {
    ...(typeof skipPreflight === 'boolean' && { skipPreflight }),
    ...(['processed', 'confirmed', 'finalized'].includes(String(preflightCommitment)) && {
      preflightCommitment,
    }),
    ...(Number.isInteger(maxRetries) && { maxRetries }),
  }
}
