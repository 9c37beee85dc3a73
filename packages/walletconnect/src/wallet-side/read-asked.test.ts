import { describe, expect, test } from 'vitest'
import { readAskedAuthentication, readAskedProposal, readAskedRequest } from './read-asked.ts'

const key = 'a1'.repeat(32)
const topic = 'b2'.repeat(32)
const now = () => Math.floor(Date.now() / 1000)

describe('readAskedProposal', () => {
  test('default', () => {
    const asked = readAskedProposal(7, topic, {
      proposer: { publicKey: key, metadata: { name: 'Page' } },
      requiredNamespaces: { eip155: { chains: ['eip155:1'], methods: [], events: [] } },
      optionalNamespaces: { sui: { chains: ['sui:mainnet'], methods: ['m'], events: [] } },
      expiryTimestamp: now() + 200,
      sessionProperties: { a: 'b', c: 1, d: 'x'.repeat(9000) },
      scopedProperties: { 'eip155:1': { a: 1 } },
    })
    expect(asked).toMatchObject({
      publicKey: key,
      proposal: {
        id: 7,
        pairingTopic: topic,
        metadata: { name: 'Page' },
        required: { eip155: { chains: ['eip155:1'] } },
        optional: { sui: { methods: ['m'] } },
        sessionProperties: { a: 'b' },
        scopedProperties: { 'eip155:1': { a: 1 } },
      },
    })
    expect(asked?.proposal.expiresAt).toBeLessThanOrEqual(Date.now() + 200_000)
  })

  test('behavior: nothing stands in for what is missing but the key', () => {
    const asked = readAskedProposal(7, topic, { proposer: { publicKey: key } })?.proposal
    expect(asked).toMatchObject({ required: {}, optional: {}, metadata: { name: '' } })
    expect(asked && 'sessionProperties' in asked).toBe(false)
    expect(asked?.expiresAt).toBeGreaterThan(Date.now() + 290_000)
  })

  test.each([
    undefined,
    null,
    [],
    'x',
    {},
    { proposer: {} },
    { proposer: { publicKey: 'A1'.repeat(32) } },
  ])('parameters: %j', (params) => {
    expect(readAskedProposal(7, topic, params)).toBeUndefined()
  })

  test('behavior: nobody decides for years', () => {
    const asked = readAskedProposal(7, topic, {
      proposer: { publicKey: key },
      expiryTimestamp: now() + 1e9,
    })
    expect(asked?.proposal.expiresAt).toBeLessThanOrEqual(Date.now() + 3_600_000)
  })

  test('behavior: scoped properties are bounded', () => {
    const scopedProperties = { a: 'x'.repeat(9000) }
    expect(
      readAskedProposal(7, topic, { proposer: { publicKey: key }, scopedProperties })?.proposal,
    ).not.toHaveProperty('scopedProperties')
  })
})

describe('readAskedAuthentication', () => {
  const authPayload = {
    chains: ['eip155:1'],
    domain: 'd',
    aud: 'https://d',
    version: '1',
    nonce: 'abcdefgh',
    iat: 'now',
  }
  test('default', () => {
    const asked = readAskedAuthentication({
      authPayload,
      requester: { publicKey: key },
      expiryTimestamp: now() + 60,
    })
    expect(asked).toMatchObject({ publicKey: key, payload: { ...authPayload, type: 'caip122' } })
  })
  test.each([
    undefined,
    {},
    { authPayload },
    { requester: { publicKey: key } },
    { authPayload, requester: {} },
  ])('parameters: %j', (params) => {
    expect(readAskedAuthentication(params)).toBeUndefined()
  })
})

describe('readAskedRequest', () => {
  test('default', () => {
    const request = { method: 'm', params: [1], expiryTimestamp: now() + 60 }
    expect(readAskedRequest({ request, chainId: 'eip155:1' })).toEqual({
      chain: 'eip155:1',
      method: 'm',
      params: [1],
      expiresAt: request.expiryTimestamp * 1000,
    })
  })
  test('behavior: five minutes where nothing is said, a week at most', () => {
    const at = (request: object) =>
      (readAskedRequest({ request, chainId: 'eip155:1' })?.expiresAt ?? 0) - Date.now()
    expect(at({ method: 'm' })).toBeGreaterThan(299_000)
    expect(at({ method: 'm', expiryTimestamp: '5' })).toBeLessThanOrEqual(300_000)
    expect(at({ method: 'm', expiryTimestamp: Number.POSITIVE_INFINITY })).toBeLessThanOrEqual(
      300_000,
    )
    expect(at({ method: 'm', expiryTimestamp: now() + 1e9 })).toBeLessThanOrEqual(604_800_000)
  })
  test.each([
    undefined,
    {},
    { request: {}, chainId: 'eip155:1' },
    { request: { method: 'm' }, chainId: '1' },
    { request: { method: 'x'.repeat(129) }, chainId: 'eip155:1' },
  ])('parameters: %j', (params) => {
    expect(readAskedRequest(params)).toBeUndefined()
  })
})
