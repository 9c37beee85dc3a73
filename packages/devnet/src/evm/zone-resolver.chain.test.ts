import fc from 'fast-check'
import {
  type Address,
  createPublicClient,
  decodeErrorResult,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  http,
  keccak256,
  numberToHex,
  parseAbi,
  toHex,
} from 'viem'
import { generatePrivateKey, sign } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EvmDevnet, startEvmDevnet } from '../world/start-evm-devnet.ts'
import { addresses } from './addresses.ts'
import { zone } from './zone.ts'

const abi = parseAbi([
  'function resolveWithProof(bytes response, bytes request) view returns (bytes)',
  'error AnswerExpired(uint64 expires)',
  'error SignerUnknown(address signer)',
  'error SignatureMalformed()',
])
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const now = 2_000_000_000n
const run = {} as { devnet: EvmDevnet; call: (data: Hex, time: bigint) => Promise<Hex> }

beforeAll(async () => {
  run.devnet = await startEvmDevnet()
  const client = createPublicClient({ transport: http(run.devnet.url) })
  run.call = (data, time) => {
    const params = [{ to: addresses.zoneResolver, data }, 'latest', {}, { time: numberToHex(time) }]
    return client.request({ method: 'eth_call', params } as never) as Promise<Hex>
  }
})
afterAll(() => run.devnet?.stop())

interface Signed {
  readonly result: Hex
  readonly expires: bigint
  readonly request: Hex
  readonly sender: Address
  readonly key: Hex
}

interface Sent {
  readonly result: Hex
  readonly expires: bigint
  readonly request: Hex
  readonly signature: Hex
}

async function signed({ result, expires, request, sender, key }: Signed): Promise<Sent> {
  const types = ['bytes2', 'address', 'uint64', 'bytes32', 'bytes32'] as const
  const hash = keccak256(
    encodePacked(types, ['0x1900', sender, expires, keccak256(request), keccak256(result)]),
  )
  return { result, expires, request, signature: await sign({ hash, privateKey: key, to: 'hex' }) }
}

/** What the resolver makes of an answer: the result, or the name of its refusal. */
async function judge({ result, expires, request, signature }: Sent, time = now): Promise<string> {
  const types = [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }] as const
  return judgeRaw(encodeAbiParameters(types, [result, expires, signature]), request, time)
}

async function judgeRaw(response: Hex, request: Hex, time = now): Promise<string> {
  try {
    const data = await run.call(
      encodeFunctionData({ abi, functionName: 'resolveWithProof', args: [response, request] }),
      time,
    )
    return decodeFunctionResult({ abi, functionName: 'resolveWithProof', data })
  } catch (error) {
    const data = dataOf(error)
    return data && data !== '0x' ? decodeErrorResult({ abi, data }).errorName : 'reverted'
  }
}

function dataOf(error: unknown): Hex | undefined {
  const { data, cause, code } = (error ?? {}) as { data?: unknown; cause?: unknown; code?: unknown }
  if (typeof data === 'string' && data.startsWith('0x')) return data as Hex
  if (cause) return dataOf(cause)
  // What is no revert is no judgement.
  if (code !== 3) throw error
  return undefined
}

const bytes = (least: number, most: number) =>
  fc.uint8Array({ minLength: least, maxLength: most }).map((array): Hex => toHex(array))
const good = fc.record({
  result: bytes(0, 200),
  request: bytes(0, 200),
  expires: fc.bigInt({ min: now, max: 2n ** 64n - 1n }),
})
const signedWell = (parts: Pick<Signed, 'result' | 'request' | 'expires'>) =>
  signed({ ...parts, sender: addresses.zoneResolver, key: zone.key })
const rounds = { numRuns: 60 }
/** Turns one bit of it. */
const flipped = (data: Hex, at: number): Hex => {
  const bit = at % ((data.length - 2) * 4)
  const place = 2 + Math.floor(bit / 4)
  const digit = Number.parseInt(data[place] ?? '0', 16) ^ (1 << (bit % 4))
  return `0x${data.slice(2, place)}${digit.toString(16)}${data.slice(place + 1)}`
}
const at = fc.nat(100_000)

describe('ZoneResolver', () => {
  test('default: what a signer signed for this very question is believed', async () => {
    await fc.assert(
      fc.asyncProperty(good, async (parts) => {
        expect(await judge(await signedWell(parts))).toBe(parts.result)
      }),
      rounds,
    )
  })

  test('behavior: until the second it expires in, and no longer', async () => {
    const parts = { result: '0x12', request: '0x34', expires: now } as const
    const sent = await signedWell(parts)
    expect([
      await judge(sent, now - 1n),
      await judge(sent, now),
      await judge(sent, now + 1n),
    ]).toEqual(['0x12', '0x12', 'AnswerExpired'])
  })

  test('behavior: a signature of another length is none', async () => {
    const length = fc.nat(200).filter((size) => size !== 65)
    await fc.assert(
      fc.asyncProperty(good, length, async (parts, size) => {
        const sent = await signedWell(parts)
        const signature: Hex = `0x${sent.signature
          .slice(2)
          .padEnd(400, sent.signature.slice(2))
          .slice(0, size * 2)}`
        expect(await judge({ ...sent, signature })).toBe('SignatureMalformed')
      }),
      rounds,
    )
  })

  test('behavior: the other signature of the same key is none', async () => {
    await fc.assert(
      fc.asyncProperty(good, async (parts) => {
        const sent = await signedWell(parts)
        const [r, s, v] = [
          sent.signature.slice(2, 66),
          BigInt(`0x${sent.signature.slice(66, 130)}`),
          sent.signature.slice(130),
        ]
        const high = numberToHex(order - s, { size: 32 }).slice(2)
        const signature: Hex = `0x${r}${high}${v === '1b' ? '1c' : '1b'}`
        expect(await judge({ ...sent, signature })).toBe('SignatureMalformed')
      }),
      rounds,
    )
  })

  test('behavior: a wrong last byte leads to nobody, or to somebody else', async () => {
    await fc.assert(
      fc.asyncProperty(
        good,
        fc.oneof(fc.nat(255), fc.constantFrom(0, 27, 28)),
        async (parts, last) => {
          const sent = await signedWell(parts)
          const byte = last.toString(16).padStart(2, '0')
          fc.pre(byte !== sent.signature.slice(130))
          const refusal = await judge({
            ...sent,
            signature: `${sent.signature.slice(0, 130)}${byte}` as Hex,
          })
          expect(refusal).toMatch(last === 27 || last === 28 ? /^Sign/ : /^SignatureMalformed$/)
        },
      ),
      rounds,
    )
  })

  test.each<[string, (sent: Sent, at: number) => Partial<Sent>]>([
    ['the signature', ({ signature }, place) => ({ signature: flipped(signature, place % 512) })],
    [
      'the answer',
      ({ result }, place) => ({ result: result === '0x' ? '0x00' : flipped(result, place) }),
    ],
    [
      'the question: a replay for another name',
      ({ request }, place) => ({ request: request === '0x' ? '0x00' : flipped(request, place) }),
    ],
    [
      'the end',
      ({ expires }, place) => ({
        expires: expires > now ? expires - 1n : expires + BigInt(place) + 1n,
      }),
    ],
    ['the length of the answer', ({ result }) => ({ result: `${result}00` })],
  ])('behavior: whatever is changed afterwards is not what was signed: %s', async (_, change) => {
    await fc.assert(
      fc.asyncProperty(good, at, async (parts, place) => {
        const sent = await signedWell(parts)
        expect(await judge({ ...sent, ...change(sent, place) })).toMatch(
          /^(SignerUnknown|SignatureMalformed)$/,
        )
      }),
      rounds,
    )
  })

  test('behavior: what was signed for another resolver, or by another key, is not believed', async () => {
    await fc.assert(
      fc.asyncProperty(good, bytes(20, 20), async (parts, sender) => {
        expect(await judge(await signed({ ...parts, sender, key: zone.key }))).toBe('SignerUnknown')
        const key = generatePrivateKey()
        expect(await judge(await signed({ ...parts, sender: addresses.zoneResolver, key }))).toBe(
          'SignerUnknown',
        )
      }),
      rounds,
    )
  })

  test('behavior: what is expired is refused whoever signed it', async () => {
    const past = fc.bigInt({ min: 0n, max: now - 1n })
    await fc.assert(
      fc.asyncProperty(good, past, async (parts, expires) => {
        expect(await judge(await signedWell({ ...parts, expires }))).toBe('AnswerExpired')
      }),
      rounds,
    )
  })

  test('behavior: an answer of another shape is refused', async () => {
    await fc.assert(
      fc.asyncProperty(bytes(0, 300), bytes(0, 60), async (response, request) => {
        expect(await judgeRaw(response, request)).toMatch(/^(reverted|AnswerExpired|Sign\w+)$/)
      }),
      rounds,
    )
  })
})
