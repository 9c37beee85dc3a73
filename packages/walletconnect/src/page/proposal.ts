import type { TransportContext, WireNeeds } from '@latchkey/core'
import { type Chain, type ChainId, namespaceOf } from '@latchkey/protocol'
import type { Metadata, PairingRecord, WireProposalNamespace } from '../contract.ts'

/** What a kit without an adapter asks for, a namespace each. */
export type RawNeeds = Readonly<
  Record<
    string,
    {
      readonly chains: readonly ChainId[]
      readonly methods: readonly string[]
      readonly events: readonly string[]
    }
  >
>

export interface WantedNamespaces {
  readonly namespaces: Readonly<
    Record<string, WireProposalNamespace & { readonly chains: readonly ChainId[] }>
  >
  readonly properties: Readonly<Record<string, string>>
}

/**
 * What to ask wallets for: the needs of the adapters on the chains of the request, else the owner's
 * raw ones.
 */
export function wantedOf(
  needs: TransportContext['needs'],
  chains: readonly Chain[],
  raw: RawNeeds = {},
): WantedNamespaces {
  const entries = Object.entries(needs).filter(
    (entry): entry is [string, WireNeeds] => entry[1] !== undefined,
  )
  if (!entries.length) return { namespaces: raw, properties: {} }
  const namespaces: Record<string, WantedNamespaces['namespaces'][string]> = {}
  const properties: Record<string, string> = {}
  for (const [namespace, { methods, events, properties: asked }] of entries) {
    const ids = chains.map(({ id }) => id).filter((id) => namespaceOf(id) === namespace)
    if (!ids.length) continue
    namespaces[namespace] = { chains: ids, methods, events }
    Object.assign(properties, asked)
  }
  return { namespaces, properties }
}

/**
 * Parameters of `wc_sessionPropose`; all is optional, since wallets take part of it rather than
 * none.
 */
export function proposalOf(
  record: PairingRecord,
  wanted: WantedNamespaces,
  metadata: Metadata,
): object {
  return {
    requiredNamespaces: {},
    optionalNamespaces: wanted.namespaces,
    relays: [{ protocol: 'irn' }],
    proposer: { publicKey: record.publicKey, metadata },
    expiryTimestamp: Math.floor(record.expiresAt / 1000),
    pairingTopic: record.topic,
    ...(Object.keys(wanted.properties).length && { sessionProperties: wanted.properties }),
    id: record.proposal,
  }
}
