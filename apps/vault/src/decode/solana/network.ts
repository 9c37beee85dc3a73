import { readRequest } from '../read-request.ts'
import type { ApprovalRequest, Reading, Warning } from '../reading.ts'
import { base64Bytes, isRecord, ownField, rawText } from '../shapes.ts'
import { base58 } from './base58.ts'
import { nonceAccountOf } from './instruction.ts'
import type { SolanaMessage } from './message.ts'
import { solanaMessages } from './transaction.ts'

/** Makes one JSON-RPC call to the node of the Solana network that the request names. */
export type AskNode = (method: string, params: readonly unknown[]) => Promise<unknown>

type NetworkMatch = 'here' | 'elsewhere' | 'unknown'

/**
 * Milliseconds until an unknown blockhash is looked up a second time, because the nodes behind one
 * address may be a few blocks apart.
 */
const retryDelayMs = 1_000
const latestCommitment = { commitment: 'processed' }
const systemProgram = '11111111111111111111111111111111'
/** Size of a nonce account in bytes, and offset of the nonce. */
const [nonceSize, nonceAt] = [80, 40]

/**
 * Like `readRequest`, and also checks that a Solana transaction belongs to the requested network. A
 * transaction does not name its network, and the key is the same on all of them; only its blockhash
 * (or nonce) belongs to one network. When the network's node does not know the blockhash, the
 * request is unreadable; when the node does not answer, the visitor is warned.
 */
export async function readOnNetwork(request: ApprovalRequest, ask: AskNode): Promise<Reading> {
  const reading = await readRequest(request)
  if (!request.chain.startsWith('solana:') || reading.kind !== 'transaction') return reading
  const networkMatches = await Promise.all(
    solanaMessages(request).map((message) => findLifetime(message, ask)),
  )
  if (networkMatches.includes('elsewhere'))
    return { kind: 'unreadable', reason: 'network', raw: rawText(request.params) }
  const warnings: readonly Warning[] =
    networkMatches.length === 0 || networkMatches.includes('unknown') ? ['network-unchecked'] : []
  return { ...reading, warnings: [...warnings, ...reading.warnings] }
}

async function findLifetime(message: SolanaMessage, ask: AskNode): Promise<NetworkMatch> {
  try {
    const nonceAccount = nonceAccountOf(message)
    if (nonceAccount !== undefined) return await findNonce(nonceAccount, message.lifetime, ask)
    const firstMatch = await findBlockhash(message.lifetime, ask)
    if (firstMatch !== 'elsewhere') return firstMatch
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
    return await findBlockhash(message.lifetime, ask)
  } catch {
    return 'unknown'
  }
}

async function findBlockhash(blockhash: string, ask: AskNode): Promise<NetworkMatch> {
  const value = valueOfAnswer(await ask('isBlockhashValid', [blockhash, latestCommitment]))
  if (typeof value !== 'boolean') return 'unknown'
  return value ? 'here' : 'elsewhere'
}

async function findNonce(account: string, nonce: string, ask: AskNode): Promise<NetworkMatch> {
  const value = valueOfAnswer(
    await ask('getAccountInfo', [account, { ...latestCommitment, encoding: 'base64' }]),
  )
  if (value === null) return 'elsewhere'
  const [data] = isRecord(value) && Array.isArray(value.data) ? (value.data as unknown[]) : []
  const bytes = base64Bytes(data, nonceSize)
  if (!bytes) return 'unknown'
  const isNonceAccount =
    isRecord(value) && ownField(value, 'owner') === systemProgram && bytes.length === nonceSize
  return isNonceAccount && base58(bytes.slice(nonceAt, nonceAt + 32)) === nonce
    ? 'here'
    : 'elsewhere'
}

function valueOfAnswer(answer: unknown): unknown {
  return isRecord(answer) ? ownField(answer, 'value') : undefined
}
