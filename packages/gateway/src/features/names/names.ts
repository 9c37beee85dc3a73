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
import type { KeptName, NameChange, NameStore } from './name-store.ts'
import { checkAttributes, checkMoment, messages, readMessage } from './read-message.ts'
import { skeletonOf } from './skeleton-of.ts'
import { suggestNames } from './suggest-names.ts'

interface Parts {
  readonly config: Pick<Config, 'chains' | 'names'>
  readonly store: NameStore
  readonly nodes: NodePort
  /** Milliseconds since the epoch. */
  readonly now?: () => number
}

/** Coin type of ether, which resolvers are asked for first. */
const ether = 60

/** Creates the operator's name zone; its rules are checked in a fixed order. */
export function createNames({ config, store, nodes, now = Date.now }: Parts): NamePort {
  const { zone, key, ttlSeconds = 0, perAddress = 1, reserved = [] } = config.names ?? {}
  const reservedSkeletons = new Set(reserved.map((label) => skeletonOf(label.toLowerCase())))
  const served = new Set<ChainId>(config.chains.map(({ id }) => id))
  const ofZone = (name: string): boolean => name.endsWith(`.${zone}`)
  const inZone = (skeleton: string): string => `${skeleton}.${zone}`
  const isTaken = async (skeletons: readonly string[]): Promise<ReadonlySet<string>> => {
    const taken = await store.findTaken(skeletons.map(inZone))
    return new Set(skeletons.filter((one) => taken.has(inZone(one)) || reservedSkeletons.has(one)))
  }

  return {
    zone,
    async find(name) {
      checkName(name, zone)
      const found = await store.find(name)
      return found && spellName(found)
    },
    async of(address) {
      const owner = address.toLowerCase() as Hex
      if (zone === undefined) return []
      const owned = await store.ownedBy(owner)
      return owned
        .filter(
          ({ name, addresses }) => ofZone(name) && addresses.some((one) => one.address === owner),
        )
        .map(spellName)
    },
    async suggest(label): Promise<readonly NameSuggestion[]> {
      if (zone === undefined) throw refusal(400, 'name', 'No names are kept here')
      return suggestNames(label, zone, isTaken)
    },

    async register(ask, signal) {
      if (zone === undefined) throw refusal(400, 'name', 'No names are kept here')
      const { name, timestamp, attributes: given } = readMessage(ask.message, messages.registration)
      const skeleton = skeletonOf(checkName(name, zone))
      checkCoin(ask.coinType)
      const owner = ask.address.toLowerCase() as Hex
      const refuseTaken = () =>
        refusal(400, 'name', `${name} is already registered, or looks like a name that is`)
      const refuseMore = () => refusal(400, 'address', `This address has ${perAddress} already`)
      if ((await isTaken([skeleton])).size > 0) throw refuseTaken()
      if ((await store.ownedBy(owner)).filter((one) => ofZone(one.name)).length >= perAddress)
        throw refuseMore()
      checkMoment(timestamp, now())
      const attributes = checkAttributes(given)
      await checkSignature(ask, chainOfCoinType(ask.coinType), signal)
      const coinTypes = [...new Set([ask.coinType, ether])]
      const row = {
        name,
        skeleton: inZone(skeleton),
        owner,
        attributes,
        coinTypes,
        signedAt: timestamp,
        at: new Date(now()),
      }
      const outcome = await store.insert(row, perAddress)
      if (outcome !== 'made') throw outcome === 'taken' ? refuseTaken() : refuseMore()
      return readBack(name)
    },

    async setAttributes(name, ask, signal) {
      const { attributes: given, timestamp } = readChange(name, ask, messages.attributes)
      const kept = await requireOwned(name, ask)
      checkMoment(timestamp, now())
      const attributes = checkAttributes(given)
      await checkSignature(ask, provenChain(kept, ask.coinType), signal)
      return changeName(name, { signedAt: timestamp, at: new Date(now()), attributes })
    },

    async addAddress(name, ask, signal) {
      const { coin_type: coinType, address, timestamp } = readChange(name, ask, messages.address)
      const kept = await requireOwned(name, ask)
      checkCoin(coinType)
      checkMoment(timestamp, now())
      await checkSignature(ask, provenChain(kept, ask.coinType), signal)
      const added = { coinType, address: address.toLowerCase() as Hex }
      return changeName(name, { signedAt: timestamp, at: new Date(now()), address: added })
    },

    async lookUp(sender, data) {
      if (!key || zone === undefined) throw refusal(503, '', 'Names are not answered for here')
      const expires = Math.floor(now() / 1000) + ttlSeconds
      return answerResolver({ sender, data, zone, key: key as Hex, expires, find: store.find })
    },
  }

  function readChange<S extends z.ZodType>(name: string, ask: SignedName, shape: S): z.output<S> {
    if (zone === undefined) throw refusal(400, 'name', 'No names are kept here')
    const read = readMessage(ask.message, shape)
    checkName(name, zone)
    return read
  }

  async function requireOwned(name: string, ask: SignedName): Promise<KeptName> {
    const kept = await store.find(name)
    if (!kept) throw refusal(400, 'name', `${name} is not registered`)
    if (kept.owner !== ask.address.toLowerCase())
      throw refusal(401, 'address', 'Somebody else owns this name')
    checkCoin(ask.coinType)
    return kept
  }

  function checkCoin(coinType: number): void {
    const chain = chainOfCoinType(coinType)
    if (coinType !== ether && !(chain && served.has(chain)))
      throw refusal(400, 'coin_type', `Coin type ${coinType} is of no chain served here`)
  }

  async function checkSignature(
    { address, message, signature }: SignedName,
    chain: ChainId | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const signed = { address: address as Hex, message, signature: signature as Hex }
    const asked = chain && served.has(chain) ? chain : undefined
    if (!(await isSignedBy(signed, asked, nodes, signal)))
      throw refusal(401, 'signature', 'The signature is not of this address')
  }

  async function changeName(name: string, wanted: NameChange): Promise<RegisteredName> {
    if (await store.change(name, wanted)) return readBack(name)
    throw refusal(400, 'timestamp', 'An equally new or newer message has changed the name')
  }

  async function readBack(name: string): Promise<RegisteredName> {
    const kept = await store.find(name)
    if (!kept) throw refusal(503, '', 'The name cannot be read back at the moment')
    return spellName(kept)
  }
}

/**
 * The chain on which an owner contract's signature is checked: only one that the name's owner
 * registered or added. On another chain, Ethereum included (its coin type is added to every name),
 * the same address may belong to somebody else.
 */
function provenChain({ owner, addresses }: KeptName, coinType: number): ChainId | undefined {
  const own = addresses.filter(({ address }) => address === owner).map((one) => one.coinType)
  const isProven = own.includes(coinType) && (coinType !== ether || own.length === 1)
  return isProven ? chainOfCoinType(coinType) : undefined
}

function spellName({
  name,
  registeredAt,
  updatedAt,
  attributes,
  addresses,
}: KeptName): RegisteredName {
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
