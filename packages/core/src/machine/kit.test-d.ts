import type { AccountId } from '@latchkey/protocol'
import type * as core from '../index.ts'
import type { AccountView, Connection, connect, Kit, prepareSend, signMessage } from '../index.ts'

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
