import { encodeAbiParameters, type Hex, isHex, type PublicClient, parseAbi } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { z } from 'zod'
import type { VaultFarcaster } from '../../../base/config/vault-providers.ts'
import type { Identity } from '../contract.ts'
import { cleanLabel } from '../oauth/clean-label.ts'

/** The values that a sign-in message must contain. */
export interface ExpectedSignIn {
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  /** Time when the channel was opened, and the current time, in milliseconds since the epoch. */
  readonly openedAt: number
  readonly now: number
}

type Registries = Pick<VaultFarcaster, 'chain' | 'keyRegistry' | 'idRegistry'>

const issuer = 'https://farcaster.xyz'
const statements = ['Farcaster Auth', 'Farcaster Connect']
/** Tolerance in milliseconds for inaccurate clocks of phones. */
const skewMs = 60_000
const signInShape = z.object({
  message: z.string().min(1).max(4_096),
  signature: z
    .string()
    .max(32_768)
    .refine((text) => isHex(text)),
  fid: z.int().positive(),
  nonce: z.string().max(128),
  username: z.unknown().optional(),
})
const abi = parseAbi([
  'struct KeyData { uint8 state; uint32 keyType; }',
  'function keyDataOf(uint256 fid, bytes key) view returns (KeyData)',
  'function idOf(address owner) view returns (uint256 fid)',
])
const addedKeyState = 1
const authAddressType = 2
const requiredMessageFields = ['URI', 'Version', 'Chain ID', 'Nonce', 'Issued At', 'Resources']

/**
 * Verifies a Sign In With Farcaster message (FIP-11) and returns its signer. Only signed text and
 * the on-chain registries are trusted, never the relay.
 * @throws when anything does not match
 */
export async function verifySignIn(
  relayAnswer: unknown,
  expected: ExpectedSignIn,
  registries: Registries,
  client: Pick<PublicClient, 'verifyMessage' | 'readContract'>,
): Promise<Identity> {
  const { message, signature, fid, nonce, username } = signInShape.parse(relayAnswer)
  const address = checkMessage(message, fid, nonce, expected, registries.chain)
  // `verifyMessage` also accepts signatures of contracts that are deployed (ERC-1271) or not yet
  // deployed (ERC-6492).
  if (!(await client.verifyMessage({ address, message, signature: signature as Hex })))
    throw new Error('the signature is not of the address')
  const { keyRegistry, idRegistry } = registries
  const key = encodeAbiParameters([{ type: 'address' }], [address])
  const keyQuery = {
    abi,
    address: keyRegistry as Hex,
    functionName: 'keyDataOf',
    args: [BigInt(fid), key],
  } as const
  const { state, keyType } = await client.readContract(keyQuery)
  const isAuthorizedKey = state === addedKeyState && keyType === authAddressType
  const ownedFid = isAuthorizedKey
    ? BigInt(fid)
    : await client.readContract({
        abi,
        address: idRegistry as Hex,
        functionName: 'idOf',
        args: [address],
      })
  if (ownedFid !== BigInt(fid)) throw new Error('the signer is neither owner nor key of the id')
  const name = cleanLabel(username)
  return {
    kind: 'farcaster',
    issuer,
    subject: String(fid),
    label: name ? `@${name}` : `Farcaster ${fid}`,
  }
}

/** Checks a message and returns the address that it names. */
function checkMessage(
  message: string,
  fid: number,
  nonce: string,
  expected: ExpectedSignIn,
  chain: number,
): Hex {
  const refuseMessage = (reason: string): never => {
    throw new Error(`the message is of another ${reason}`)
  }
  for (const name of requiredMessageFields) {
    if (message.split('\n').filter((line) => line.startsWith(`${name}:`)).length !== 1)
      refuseMessage(`form: ${name}`)
  }
  const siweMessage = parseSiweMessage(message)
  const { address, resources = [], issuedAt, expirationTime, notBefore } = siweMessage
  if (!address || siweMessage.version !== '1') refuseMessage('form')
  if (
    siweMessage.scheme !== undefined ||
    siweMessage.domain !== expected.domain ||
    siweMessage.uri !== expected.uri
  )
    refuseMessage('site')
  if (siweMessage.nonce !== expected.nonce || nonce !== expected.nonce) refuseMessage('nonce')
  if (siweMessage.chainId !== chain) refuseMessage('chain')
  if (!statements.includes(siweMessage.statement ?? '')) refuseMessage('statement')
  const toTime = (date: Date | undefined, fallbackTime: number) =>
    date === undefined ? fallbackTime : date.getTime()
  const { now, openedAt } = expected
  const issuedTime = toTime(issuedAt, Number.NaN)
  if (!(issuedTime >= openedAt - skewMs && issuedTime <= now + skewMs)) refuseMessage('time')
  if (!(toTime(expirationTime, now + 1) > now) || !(toTime(notBefore, now) <= now))
    refuseMessage('time')
  const fids = resources.filter((one) => one.startsWith('farcaster://fid/'))
  if (fids.length !== 1 || fids[0] !== `farcaster://fid/${fid}`) refuseMessage('id')
  return address as Hex
}
