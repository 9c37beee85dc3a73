import type { AccountId, ChainId } from '@latchkey/protocol'
import type * as core from '../index.ts'
import {
  type AccountView,
  type Adapter,
  type ChainIdOf,
  type Connection,
  type connect,
  createKit,
  getAccount,
  type Kit,
  type prepareSend,
  type signMessage,
  switchChain,
} from '../index.ts'

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <_ extends true>(): void => undefined

holds<Equal<Awaited<ReturnType<typeof connect>>, readonly AccountView[]>>()
holds<Equal<Awaited<ReturnType<typeof signMessage>>['account'], AccountId>>()
holds<Equal<Parameters<typeof prepareSend>[1]['amount'], bigint>>()
holds<Equal<Connection['status'], 'idle' | 'connecting' | 'resuming' | 'connected' | 'failed'>>()
holds<Equal<Parameters<typeof connect>[0], Kit>>()

declare const connection: Connection
// @ts-expect-error: there is no session before it is connected
connection.sessions
// @ts-expect-error: amounts are base units, never floats
const wrong: prepareSend.Parameters['amount'] = 1.5
void wrong

// What a page may name of a kit; what is inside stands under a symbol that the package's first
// entry does not export.
holds<
  Equal<
    Extract<keyof Kit, string>,
    'id' | 'options' | 'adapters' | 'chains' | 'storage' | 'getState' | 'subscribe' | 'watch'
  >
>()
holds<Equal<Extract<keyof typeof core, 'inside' | 'perKit' | 'dispatch' | 'learn'>, never>>()

declare const kit: Kit
// @ts-expect-error: a page changes a kit by actions
kit.dispatch({ type: 'disconnected', connector: 'w' })
// @ts-expect-error: reducers are core's own
kit.learn({})
// @ts-expect-error: attempts are core's own
kit.newAttempt()
// @ts-expect-error: what a module keeps for a kit is that module's own
kit.memory
// @ts-expect-error: the owner's options stay as they were passed
kit.options = { adapters: [] }
// @ts-expect-error: features change by an event
kit.getState().features = {}
// @ts-expect-error: features change by an event
kit.getState().features.swaps = true

// A view of an account narrows on its status.
declare const view: AccountView
if (view.status === 'connected') {
  holds<Equal<typeof view.account, AccountId>>()
  holds<Equal<typeof view.address, string>>()
  holds<Equal<typeof view.connectorId, string>>()
} else {
  holds<Equal<typeof view.account, undefined>>()
  holds<Equal<typeof view.address, undefined>>()
}

// A kit knows its chains.
declare const adapterOfTwo: Adapter<'toy:1' | 'toy:2'>
declare const adapterOfOne: Adapter<'other:1'>
const kitOfThree = createKit({ adapters: [adapterOfTwo, adapterOfOne] })
holds<Equal<ChainIdOf<typeof kitOfThree>, 'toy:1' | 'toy:2' | 'other:1'>>()
void switchChain(kitOfThree, { chain: 'toy:2' })
// @ts-expect-error: the kit has no such chain
void switchChain(kitOfThree, { chain: 'toy:3' })
void switchChain(kit, { chain: 'toy:3' })
const account = getAccount(kitOfThree)
if (account.isChainSupported) holds<Equal<typeof account.chain, ChainIdOf<typeof kitOfThree>>>()
else holds<Equal<typeof account.chain, ChainId>>()
