// Compiled by `tsc`, never run: a wrong line does not compile. Other kits keep flat records (of a
// connector, a connection, a network, a transfer, a kept balance); this file shows, field by field,
// where this kit's types hold the same values.
import type {
  AccountId,
  AccountType,
  Asset,
  Chain,
  ChainId,
  Namespace,
  Origin,
} from '@latchkey/protocol'
import type { VaultSession } from '@latchkey/protocol/vault'
import type { Connector } from './contract/connector.ts'
import type { Balance } from './contract/reader.ts'
import type { SessionAccount } from './contract/session.ts'
import type { State, Transaction } from './machine/state.ts'
import type { balancesQuery } from './queries/balances-query.ts'

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <_ extends true>(): void => undefined

// A connector: id, name, icon, namespaces, the way it was discovered, its rdns among the keys of
// catalogues, and the connector itself instead of a provider.
holds<Equal<State['connectors'][string], Connector>>()
holds<Equal<Connector['id'], string>>()
holds<Equal<Connector['wallet']['name'], string>>()
holds<Equal<Connector['wallet']['icon'], string | undefined>>()
holds<Equal<Connector['namespaces'], readonly Namespace[]>>()
holds<Equal<Connector['wallet']['origin'], Origin>>()
holds<Equal<Connector['wallet']['keys'], readonly string[]>>()

// A connection: its key is the connector; it holds the accounts with their kinds, and the signed-in
// visitor.
type Connected = Extract<State['connections'][string], { readonly status: 'connected' }>
holds<Equal<Connected['sessions'][number]['accounts'][number], SessionAccount>>()
holds<Equal<SessionAccount['account'], AccountId>>()
holds<Equal<SessionAccount['type'], AccountType>>()
holds<Equal<ReturnType<NonNullable<Connector['auth']>['session']>, VaultSession | null>>()

// A network.
holds<Equal<Chain['id'], ChainId>>()
holds<Equal<Chain['rpcUrls'], readonly string[]>>()
holds<Equal<Chain['iconUrl'], string | undefined>>()
holds<
  Equal<
    Chain['nativeCurrency'],
    { readonly name: string; readonly symbol: string; readonly decimals: number }
  >
>()

// A transfer: token, amount, receiver, the name that was typed, whether the wallet is being asked,
// and the time it was made.
holds<Equal<Transaction['asset'], Asset>>()
holds<Equal<Transaction['amount'], bigint>>()
holds<Equal<Transaction['to'], string>>()
holds<Equal<Transaction['toName'], string | undefined>>()
holds<Equal<'signing' extends Transaction['status'] ? true : false, true>>()

// A balance in the cache: the query library keeps the time; the account is part of the key.
holds<Equal<Awaited<ReturnType<ReturnType<typeof balancesQuery>['queryFn']>>, readonly Balance[]>>()
holds<Equal<Parameters<typeof balancesQuery>[1]['account'], AccountId>>()
