import type { TransportContext, WireNeeds } from '@latchkey/core'
import { type Chain, type ChainId, namespaceOf } from '@latchkey/protocol'
import type { Metadata, PairingRecord, WireProposalNamespace } from '../contract.ts'

/** The namespaces that a kit without an adapter requests. */
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
 * The namespaces to request: what the adapters need on the requested chains, or the configured
 * `raw` ones when there is no adapter.
 */
export function namespacesToRequest(
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
  for (const [namespace, { methods, events, properties: namespaceProperties }] of entries) {
    const chainIds = chains.map(({ id }) => id).filter((id) => namespaceOf(id) === namespace)
    if (!chainIds.length) continue
    namespaces[namespace] = { chains: chainIds, methods, events }
    Object.assign(properties, namespaceProperties)
  }
  return { namespaces, properties }
}

/**
 * Parameters of `wc_sessionPropose`; all namespaces are optional, so a wallet may grant a part of
 * them.
 */
export function makeProposal(
  record: PairingRecord,
  wantedNamespaces: WantedNamespaces,
  metadata: Metadata,
): object {
  return {
    requiredNamespaces: {},
    optionalNamespaces: wantedNamespaces.namespaces,
    relays: [{ protocol: 'irn' }],
    proposer: { publicKey: record.publicKey, metadata },
    expiryTimestamp: Math.floor(record.expiresAt / 1000),
    pairingTopic: record.topic,
    ...(Object.keys(wantedNamespaces.properties).length && {
      sessionProperties: wantedNamespaces.properties,
    }),
    id: record.proposal,
  }
}
