import {
  decodeFunctionData,
  encodeAbiParameters,
  encodePacked,
  type Hex,
  hexToBytes,
  isHex,
  keccak256,
  namehash,
  parseAbi,
  size,
  zeroAddress,
} from 'viem'
import { sign } from 'viem/accounts'
import { refusal } from '../../base/refuse.ts'
import type { StoredName } from './name-store.ts'

interface ResolverRequest {
  /** Address of the resolver contract, which verifies the signature. */
  readonly sender: string
  /** Call data that a client sent to the resolver contract: `resolve(name, data)` (ENSIP-10). */
  readonly data: string
  readonly zone: string
  /** Private key that signs the answer. */
  readonly key: Hex
  /** Time until which the answer is valid, in seconds since the epoch. */
  readonly expires: number
  readonly find: (name: string) => Promise<StoredName | undefined>
}

const outerAbi = parseAbi(['function resolve(bytes name, bytes data)'])
/**
 * Functions of a resolver that are supported (ERC-137, ENSIP-5, ENSIP-7, ENSIP-9); a request may
 * call several of them by `multicall`.
 */
const innerAbi = parseAbi([
  'function addr(bytes32 node)',
  'function addr(bytes32 node, uint256 coinType)',
  'function text(bytes32 node, string key)',
  'function contenthash(bytes32 node)',
  'function multicall(bytes[] data)',
])
const [maxBytes, maxCalls] = [8_192, 16]
const addressPattern = /^0x[\da-f]{40}$/i

/**
 * Answers a resolver's off-chain look-up (EIP-3668) with
 * `(bytes result, uint64 expires, bytes signature)`. The signature is EIP-191 version 0 over the
 * resolver's address, `expires`, and the hashes of request and result. An unregistered name gets a
 * signed empty answer.
 * @throws a refusal: 400 `sender`, 400 `data`, 404 `name` for names of other zones
 */
export async function answerResolver({
  sender,
  data,
  zone,
  key,
  expires,
  find,
}: ResolverRequest): Promise<Hex> {
  if (!addressPattern.test(sender)) throw refusal(400, 'sender', 'This is no address')
  if (!isHex(data) || size(data) > maxBytes)
    throw refusal(400, 'data', `This is not hex of at most ${maxBytes} bytes`)
  const [encoded, call] = decodeOrRefuse(() => decodeFunctionData({ abi: outerAbi, data }).args)
  const name = readDnsName(encoded)
  if (name !== zone && !name.endsWith(`.${zone}`))
    throw refusal(404, 'name', `Names here end in .${zone}`)
  const result = encodeResult(call, namehash(name), await find(name))
  const hash = keccak256(
    encodePacked(
      ['bytes2', 'address', 'uint64', 'bytes32', 'bytes32'],
      ['0x1900', sender as Hex, BigInt(expires), keccak256(data), keccak256(result)],
    ),
  )
  const signature = await sign({ hash, privateKey: key, to: 'hex' })
  return encodeAbiParameters(
    [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
    [result, BigInt(expires), signature],
  )
}

function encodeResult(
  call: Hex,
  node: Hex,
  storedName: StoredName | undefined,
  isInner = false,
): Hex {
  const { functionName, args } = decodeOrRefuse(() =>
    decodeFunctionData({ abi: innerAbi, data: call }),
  )
  if (functionName === 'multicall') {
    if (isInner || args[0].length > maxCalls)
      throw refusal(400, 'data', `At most ${maxCalls} questions at once`)
    return encodeAbiParameters(
      [{ type: 'bytes[]' }],
      [args[0].map((one) => encodeResult(one, node, storedName, true))],
    )
  }
  if (args[0] !== node) throw refusal(400, 'data', 'The node is not that of the name')
  const findAddress = (coinType: bigint): Hex | undefined =>
    storedName?.addresses.find((one) => BigInt(one.coinType) === coinType)?.address
  if (functionName === 'text')
    return encodeAbiParameters([{ type: 'string' }], [findText(storedName, args[1])])
  if (functionName === 'contenthash') return encodeAbiParameters([{ type: 'bytes' }], ['0x'])
  return args.length === 2
    ? encodeAbiParameters([{ type: 'bytes' }], [findAddress(args[1]) ?? '0x'])
    : encodeAbiParameters([{ type: 'address' }], [findAddress(60n) ?? zeroAddress])
}

/** ENSIP-5 uses the text key `description` for the biography. */
function findText(storedName: StoredName | undefined, key: string): string {
  const attributeKey = key === 'description' ? 'bio' : key
  return storedName && Object.hasOwn(storedName.attributes, attributeKey)
    ? (storedName.attributes[attributeKey] ?? '')
    : ''
}

/** Decodes a DNS-encoded name, in which the length of each label precedes the label. */
function readDnsName(encoded: Hex): string {
  const bytes = hexToBytes(encoded)
  const labels: string[] = []
  const position = { byte: 0 }
  while (bytes[position.byte]) {
    const labelEnd = position.byte + 1 + (bytes[position.byte] ?? 0)
    const label = decodeOrRefuse(() =>
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(position.byte + 1, labelEnd)),
    )
    if (labelEnd >= bytes.length || label.includes('.'))
      throw refusal(400, 'data', 'This is no name as DNS writes it')
    labels.push(label)
    position.byte = labelEnd
  }
  if (position.byte !== bytes.length - 1)
    throw refusal(400, 'data', 'This is no name as DNS writes it')
  return labels.join('.')
}

function decodeOrRefuse<T>(decode: () => T): T {
  try {
    return decode()
  } catch {
    throw refusal(400, 'data', 'This is not a question a resolver asks')
  }
}
