import type { Chain } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { hex } from '../../test/records.ts'
import { makeProposal, namespacesToRequest } from './proposal.ts'

const chains = [
  { id: 'eip155:10' },
  { id: 'solana:main' },
  { id: 'eip155:1' },
] as unknown as readonly Chain[]
const evm = { methods: ['personal_sign'], events: ['chainChanged'] }

describe('wantedOf', () => {
  test('default: bare namespaces with the chains of the request, in their order', () => {
    const solana = { methods: ['solana_signMessage'], events: [], properties: { solana_x: 'yes' } }
    expect(namespacesToRequest({ eip155: evm, solana, cosmos: evm }, chains)).toEqual({
      namespaces: {
        eip155: { ...evm, chains: ['eip155:10', 'eip155:1'] },
        solana: { methods: solana.methods, events: [], chains: ['solana:main'] },
      },
      properties: { solana_x: 'yes' },
    })
  })

  test('parameters: raw, only where no adapter asks', () => {
    const raw = { eip155: { ...evm, chains: ['eip155:5'] as const } }
    expect(namespacesToRequest({}, [], raw).namespaces).toEqual(raw)
    expect(namespacesToRequest({ eip155: evm }, chains, raw).namespaces.eip155?.chains).toEqual([
      'eip155:10',
      'eip155:1',
    ])
    expect(namespacesToRequest({}, chains).namespaces).toEqual({})
  })
})

describe('proposalOf', () => {
  const record = {
    topic: hex(1),
    symKey: hex(2),
    publicKey: hex(3),
    privateKey: 'secret',
    expiresAt: 1_700_000_300_000,
    proposal: 7,
    uri: 'wc:1',
  }
  const metadata = { name: 'Shop', description: '', url: 'https://shop.test', icons: [] }

  test('default', () => {
    const made = makeProposal(record, namespacesToRequest({ eip155: evm }, chains), metadata)
    expect(made).toEqual({
      requiredNamespaces: {},
      optionalNamespaces: { eip155: { ...evm, chains: ['eip155:10', 'eip155:1'] } },
      relays: [{ protocol: 'irn' }],
      proposer: { publicKey: hex(3), metadata },
      expiryTimestamp: 1_700_000_300,
      pairingTopic: hex(1),
      id: 7,
    })
  })

  test('parameters: properties', () => {
    const wanted = namespacesToRequest({ eip155: { ...evm, properties: { a: 'b' } } }, chains)
    expect(makeProposal(record, wanted, metadata)).toMatchObject({ sessionProperties: { a: 'b' } })
  })
})
