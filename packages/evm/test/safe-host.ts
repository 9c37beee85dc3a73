import {
  concat,
  encodeAbiParameters,
  type Hex,
  hashMessage,
  hashTypedData,
  hexToString,
  isHex,
  keccak256,
  parseAbiParameters,
} from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import type { HostPage } from '../src/wallets/host/parent-origin.ts'
import { keys } from './fixture.ts'

export const safeAddress = '0x5Afe000000000000000000000000000000005afe'
export const safeAppOrigin = 'https://app.safe.global'
export const owners = keys.map((key) => privateKeyToAccount(key))

interface Message {
  readonly id: string
  readonly method: string
  readonly params?: unknown
}

/**
 * A stand-in for the Safe app, which answers the messages of the published Safe Apps SDK for a Safe
 * with two owners who both have to sign. `signTransaction`, `execute` and `cancel` are what the
 * owners do.
 */
export function safeHost({ chainId = 31337 }: { readonly chainId?: number } = {}) {
  const messages: Message[] = []
  const transactions = new Map<
    string,
    { signers: string[]; hash: string | null; status?: string }
  >()
  const signed = new Map<string, Hex>()
  const nodeAnswers: Record<string, unknown> = {}
  const behavior: { isRejecting: boolean; isOnChainOnly: boolean; wrongHash?: Hex; info: object } =
    {
      isRejecting: false,
      isOnChainOnly: false,
      info: {},
    }
  const answerMessage = async ({ method, params }: Message): Promise<unknown> => {
    const fields = (params ?? {}) as Record<string, unknown>
    if (behavior.isRejecting) throw new Error('Transaction was rejected')
    switch (method) {
      case 'getSafeInfo':
        return {
          safeAddress,
          chainId,
          threshold: 2,
          owners: owners.map(({ address }) => address),
          isReadOnly: false,
          ...behavior.info,
        }
      case 'sendTransactions': {
        const safeTxHash = keccak256(`0x${(transactions.size + 1).toString(16).padStart(64, '0')}`)
        transactions.set(safeTxHash, { signers: [], hash: null })
        return { safeTxHash }
      }
      case 'getTxBySafeTxHash': {
        const entry = transactions.get(String(fields.safeTxHash))
        if (!entry) throw new Error('not found')
        const isEnough = new Set(entry.signers).size >= 2
        return {
          safeAddress,
          txStatus: entry.status ?? (isEnough ? 'AWAITING_EXECUTION' : 'AWAITING_CONFIRMATIONS'),
          txHash: entry.hash,
          detailedExecutionInfo: {
            type: 'MULTISIG',
            safeTxHash: fields.safeTxHash,
            confirmationsRequired: 2,
            confirmations: entry.signers.map((value) => ({ signer: { value } })),
          },
        }
      }
      case 'rpcCall':
        return fields.call === 'safe_setSettings' ? {} : (nodeAnswers[String(fields.call)] ?? null)
      case 'signMessage': {
        const text = String(fields.message)
        return offerMessage(hashMessage(isHex(text) ? hexToString(text) : text))
      }
      case 'signTypedMessage':
        return offerMessage(hashTypedData(fields.typedData as never))
      case 'getOffChainSignature':
        return signed.get(String(params)) ?? ''
      default:
        throw new Error(`unknown method ${method}`)
    }
  }
  const offerMessage = (hash: Hex) => {
    if (behavior.isOnChainOnly) return { safeTxHash: hash }
    return { messageHash: behavior.wrongHash ?? messageHashOf(hash, chainId) }
  }
  return {
    messages,
    behavior,
    nodeAnswers,
    /** Answers one message as the Safe app's window does. */
    async answer(message: Message) {
      messages.push(message)
      const { id } = message
      try {
        return { id, success: true, version: '9.1.0', data: await answerMessage(message) }
      } catch (error) {
        return { id, success: false, version: '9.1.0', error: (error as Error).message }
      }
    },
    /** The safeTxHashes that were proposed, oldest first. */
    proposed: () => [...transactions.keys()] as Hex[],
    signTransaction(safeTxHash: string, owner: number) {
      transactions.get(safeTxHash)?.signers.push(owners[owner]?.address ?? '')
    },
    end(safeTxHash: string, status: string, hash: string | null) {
      const entry = transactions.get(safeTxHash)
      if (entry) Object.assign(entry, { status, hash })
    },
    /** Lets both owners sign a message; the signatures are in the order of the owners' addresses. */
    async signMessage(messageHash: Hex) {
      const ordered = keys
        .map((key, i) => ({ key, address: owners[i]?.address.toLowerCase() ?? '' }))
        .sort((a, b) => (a.address < b.address ? -1 : 1))
      const signatures = await Promise.all(
        ordered.map(({ key }) => sign({ hash: messageHash, privateKey: key, to: 'hex' })),
      )
      signed.set(messageHash, concat(signatures))
    },
  }
}

/** The hash that a Safe's contract makes of a message's hash, written out from its source. */
export function messageHashOf(hash: Hex, chainId: number): Hex {
  const domainType = keccak256(
    new TextEncoder().encode('EIP712Domain(uint256 chainId,address verifyingContract)'),
  )
  const messageType = keccak256(new TextEncoder().encode('SafeMessage(bytes message)'))
  const domain = encodeAbiParameters(parseAbiParameters('bytes32, uint256, address'), [
    domainType,
    BigInt(chainId),
    safeAddress,
  ])
  const message = encodeAbiParameters(parseAbiParameters('bytes32, bytes32'), [
    messageType,
    keccak256(hash),
  ])
  return keccak256(concat(['0x1901', keccak256(domain), keccak256(message)]))
}

/** A page in a frame of the host. `origin` is where its answers come from. */
export function framedPage(
  host: Pick<ReturnType<typeof safeHost>, 'answer'>,
  {
    origin = safeAppOrigin,
    ancestorOrigins = [origin],
    referrer = '',
  }: { origin?: string; ancestorOrigins?: readonly string[] | null; referrer?: string } = {},
) {
  const listeners = new Set<(event: MessageEvent) => void>()
  const deliver = (event: object) => {
    for (const listener of [...listeners]) {
      listener(event as MessageEvent)
    }
  }
  const parent = {
    async postMessage(message: Message, targetOrigin: string) {
      // A browser delivers nothing to a window at another origin.
      if (targetOrigin !== origin && targetOrigin !== '*') return
      const data = await host.answer(structuredClone(message))
      deliver({ source: parent, origin, data: structuredClone(data) })
    },
  }
  const page: HostPage = {
    parent,
    location: {
      origin: 'https://shop.example',
      ...(ancestorOrigins && { ancestorOrigins }),
    },
    document: { referrer },
    addEventListener: (_, listener) => listeners.add(listener),
    removeEventListener: (_, listener) => listeners.delete(listener),
  }
  return { page, parent, deliver, listenerCount: () => listeners.size }
}
