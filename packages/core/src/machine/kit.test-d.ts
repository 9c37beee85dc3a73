import type { AccountId } from '@latchkey/protocol'
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
