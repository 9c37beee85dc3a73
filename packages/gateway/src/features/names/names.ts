import type { ChainId, NameSuggestion, RegisteredName } from '@latchkey/protocol'
import { chainOfCoinType } from '@latchkey/protocol'
import { getAddress, type Hex } from 'viem'
import type { z } from 'zod'
import type { Config } from '../../base/config/schema.ts'
import { refusal } from '../../base/refuse.ts'
import type { NamePort, SignedName } from '../../ports/name-port.ts'
import type { NodePort } from '../../ports/node-port.ts'
import { answerResolver } from './answer-resolver.ts'
import { checkName } from './check-name.ts'
import { isSignedBy } from './is-signed-by.ts'
import { makeSkeleton } from './make-skeleton.ts'
import type { NameChange, NameStore, StoredName } from './name-store.ts'
import { checkAttributes, checkMoment, messages, readMessage } from './read-message.ts'
import { suggestNames } from './suggest-names.ts'

interface NamesDependencies {
  readonly config: Pick<Config, 'chains' | 'names'>
  readonly store: NameStore
  readonly nodes: NodePort
  /** Returns the current time in milliseconds since the epoch. */
  readonly now?: () => number
}

/** Coin type of ether, which resolvers are asked for first. */
const etherCoinType = 60

/**
 * Creates the operator's name zone. Each request is checked in a fixed order, and the first fault
 * is reported.
 */
export function createNames({ config, store, nodes, now = Date.now }: NamesDependencies): NamePort {
  const { zone, key, ttlSeconds = 0, perAddress = 1, reserved = [] } = config.names ?? {}
  const reservedSkeletons = new Set(reserved.map((label) => makeSkeleton(label.toLowerCase())))
  const servedChains = new Set<ChainId>(config.chains.map(({ id }) => id))
  const isInZone = (name: string): boolean => name.endsWith(`.${zone}`)
  const appendZone = (skeleton: string): string => `${skeleton}.${zone}`
  const isTaken = async (skeletons: readonly string[]): Promise<ReadonlySet<string>> => {
    const takenNames = await store.findTaken(skeletons.map(appendZone))
    return new Set(
      skeletons.filter((one) => takenNames.has(appendZone(one)) || reservedSkeletons.has(one)),
    )
  }

  return {
    zone,
    async find(name) {
      checkName(name, zone)
      const foundName = await store.find(name)
      return foundName && formatName(foundName)
    },
    async listByOwner(address) {
      const owner = address.toLowerCase() as Hex
      if (zone === undefined) return []
      const ownedNames = await store.ownedBy(owner)
      return ownedNames
        .filter(
          ({ name, addresses }) => isInZone(name) && addresses.some((one) => one.address === owner),
        )
        .map(formatName)
    },
    async suggest(label): Promise<readonly NameSuggestion[]> {
      if (zone === undefined) throw refusal(400, 'name', 'No names are kept here')
      return suggestNames(label, zone, isTaken)
    },

    async register(request, signal) {
      if (zone === undefined) throw refusal(400, 'name', 'No names are kept here')
      const {
        name,
        timestamp,
        attributes: rawAttributes,
      } = readMessage(request.message, messages.registration)
      const skeleton = makeSkeleton(checkName(name, zone))
      checkCoin(request.coinType)
      const owner = request.address.toLowerCase() as Hex
      const takenNameRefusal = () =>
        refusal(400, 'name', `${name} is already registered, or looks like a name that is`)
      const excessNameRefusal = () =>
        refusal(400, 'address', `This address has ${perAddress} already`)
      if ((await isTaken([skeleton])).size > 0) throw takenNameRefusal()
      if ((await store.ownedBy(owner)).filter((one) => isInZone(one.name)).length >= perAddress)
        throw excessNameRefusal()
      checkMoment(timestamp, now())
      const attributes = checkAttributes(rawAttributes)
      await checkSignature(request, chainOfCoinType(request.coinType), signal)
      const coinTypes = [...new Set([request.coinType, etherCoinType])]
      const row = {
        name,
        skeleton: appendZone(skeleton),
        owner,
        attributes,
        coinTypes,
        signedAt: timestamp,
        at: new Date(now()),
      }
      const outcome = await store.insert(row, perAddress)
      if (outcome !== 'made') throw outcome === 'taken' ? takenNameRefusal() : excessNameRefusal()
      return readRegisteredName(name)
    },

    async setAttributes(name, request, signal) {
      const { attributes: rawAttributes, timestamp } = readChange(
        name,
        request,
        messages.attributes,
      )
      const storedName = await requireOwned(name, request)
      checkMoment(timestamp, now())
      const attributes = checkAttributes(rawAttributes)
      await checkSignature(request, provenChain(storedName, request.coinType), signal)
      return changeName(name, { signedAt: timestamp, at: new Date(now()), attributes })
    },

    async addAddress(name, request, signal) {
      const {
        coin_type: coinType,
        address,
        timestamp,
      } = readChange(name, request, messages.address)
      const storedName = await requireOwned(name, request)
      checkCoin(coinType)
      checkMoment(timestamp, now())
      await checkSignature(request, provenChain(storedName, request.coinType), signal)
      const newAddress = { coinType, address: address.toLowerCase() as Hex }
      return changeName(name, { signedAt: timestamp, at: new Date(now()), address: newAddress })
    },

    async lookUp(sender, data) {
      if (!key || zone === undefined) throw refusal(503, '', 'Names are not answered for here')
      const expires = Math.floor(now() / 1000) + ttlSeconds
      return answerResolver({ sender, data, zone, key: key as Hex, expires, find: store.find })
    },
  }

  function readChange<S extends z.ZodType>(
    name: string,
    request: SignedName,
    shape: S,
  ): z.output<S> {
    if (zone === undefined) throw refusal(400, 'name', 'No names are kept here')
    const parsedMessage = readMessage(request.message, shape)
    checkName(name, zone)
    return parsedMessage
  }

  async function requireOwned(name: string, request: SignedName): Promise<StoredName> {
    const storedName = await store.find(name)
    if (!storedName) throw refusal(400, 'name', `${name} is not registered`)
    if (storedName.owner !== request.address.toLowerCase())
      throw refusal(401, 'address', 'Somebody else owns this name')
    checkCoin(request.coinType)
    return storedName
  }

  function checkCoin(coinType: number): void {
    const chain = chainOfCoinType(coinType)
    if (coinType !== etherCoinType && !(chain && servedChains.has(chain)))
      throw refusal(400, 'coin_type', `Coin type ${coinType} is of no chain served here`)
  }

  async function checkSignature(
    { address, message, signature }: SignedName,
    chain: ChainId | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const signedMessage = { address: address as Hex, message, signature: signature as Hex }
    const servedChain = chain && servedChains.has(chain) ? chain : undefined
    if (!(await isSignedBy(signedMessage, servedChain, nodes, signal)))
      throw refusal(401, 'signature', 'The signature is not of this address')
  }

  async function changeName(name: string, change: NameChange): Promise<RegisteredName> {
    if (await store.change(name, change)) return readRegisteredName(name)
    throw refusal(400, 'timestamp', 'An equally new or newer message has changed the name')
  }

  async function readRegisteredName(name: string): Promise<RegisteredName> {
    const storedName = await store.find(name)
    if (!storedName) throw refusal(503, '', 'The name cannot be read back at the moment')
    return formatName(storedName)
  }
}

/**
 * Returns the chain on which the signature of a contract that owns the name is checked. It must be
 * a chain for which the name's owner registered or added the address. On another chain, Ethereum
 * included (its coin type is added to every name), the same address may belong to somebody else.
 */
function provenChain({ owner, addresses }: StoredName, coinType: number): ChainId | undefined {
  const ownerCoinTypes = addresses
    .filter(({ address }) => address === owner)
    .map((one) => one.coinType)
  const isProven =
    ownerCoinTypes.includes(coinType) && (coinType !== etherCoinType || ownerCoinTypes.length === 1)
  return isProven ? chainOfCoinType(coinType) : undefined
}

function formatName({
  name,
  registeredAt,
  updatedAt,
  attributes,
  addresses,
}: StoredName): RegisteredName {
  return {
    name,
    registered_at: registeredAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    attributes,
    addresses: Object.fromEntries(
      addresses.map(({ coinType, address, createdAt }) => [
        coinType,
        { address: getAddress(address), created_at: createdAt.toISOString() },
      ]),
    ),
  }
}
