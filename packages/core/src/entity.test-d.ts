// Compiled by `tsc`, never run: a wrong line does not compile. What other kits keep in flat records
// of their own (a connector, a connection, a network, the state of a transfer, a kept balance) is
// found here, field by field, in the values the product works with.
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
import type { Connector, SessionAccount } from './contract/contract.ts'
import type { Balance } from './contract/reader.ts'
import type { State, Transaction } from './machine/state.ts'
import type { balancesQuery } from './queries/balances-query.ts'

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <_ extends true>(): void => undefined

// A connector: id, name, picture, families, how it was found, the reverse domain name among what
// catalogues know it by, and itself instead of a provider.
holds<Equal<State['connectors'][string], Connector>>()
holds<Equal<Connector['id'], string>>()
holds<Equal<Connector['wallet']['name'], string>>()
holds<Equal<Connector['wallet']['icon'], string | undefined>>()
holds<Equal<Connector['namespaces'], readonly Namespace[]>>()
holds<Equal<Connector['wallet']['origin'], Origin>>()
holds<Equal<Connector['wallet']['keys'], readonly string[]>>()

// A connection: the connector is its key; accounts with their kind; who signed in.
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

// A transfer: token, amount, receiver, the name it was typed as, whether the wallet is being asked,
// and when it was made.
holds<Equal<Transaction['asset'], Asset>>()
holds<Equal<Transaction['amount'], bigint>>()
holds<Equal<Transaction['to'], string>>()
holds<Equal<Transaction['toName'], string | undefined>>()
holds<Equal<'signing' extends Transaction['status'] ? true : false, true>>()

// A kept balance: the query library keeps the time; the account is a part of the key.
holds<Equal<Awaited<ReturnType<ReturnType<typeof balancesQuery>['queryFn']>>, readonly Balance[]>>()
holds<Equal<Parameters<typeof balancesQuery>[1]['account'], AccountId>>()
