import { encodeFunctionData, type Hex, parseAbi, parseSignature, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ada,
  adaKey,
  grace,
  payer,
  type RealWorld,
  settler,
  settlerKey,
  shop,
  startRealWorld,
} from '../../test/real-world.ts'
import { signPaymentFor } from '../../test/sign-payment.ts'
import type { Authorization } from '../wire/authorization.ts'
import type { WireRequirements } from './contract.ts'
import { createFacilitator, type OwnFacilitator } from './create-facilitator.ts'

const run = {} as {
  world: RealWorld
  facilitator: OwnFacilitator
  requirements: WireRequirements
}
beforeAll(async () => {
  run.world = await startRealWorld()
  const { devnet, token } = run.world
  run.facilitator = createFacilitator({ rpc: { 'eip155:31337': devnet.url }, key: settlerKey })
  run.requirements = {
    scheme: 'exact',
    network: 'eip155:31337',
    asset: token.address,
    amount: '10000',
    payTo: shop.address,
    maxTimeoutSeconds: 60,
    extra: token.domain,
  }
})
afterAll(() => run.world?.devnet.stop())

const pay = (change?: Partial<Authorization>, requirements = run.requirements) =>
  signPaymentFor(requirements, adaKey, change)
const balances = () => Promise.all([ada, shop].map(({ address }) => run.world.balanceOf(address)))
const seconds = () => BigInt(Math.floor(Date.now() / 1000))

describe('createFacilitator', () => {
  test('default: verifies, settles, and says what it can', async () => {
    const { facilitator, requirements } = run
    const [before, shopBefore] = await balances()
    const payment = await pay()
    expect(await facilitator.verify(payment, requirements)).toEqual({
      isValid: true,
      payer: ada.address,
    })
    expect(await balances()).toEqual([before, shopBefore])
    const settled = await facilitator.settle(payment, requirements)
    expect(settled).toEqual({
      success: true,
      payer: ada.address,
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      network: 'eip155:31337',
    })
    expect(await balances()).toEqual([(before ?? 0n) - 10_000n, (shopBefore ?? 0n) + 10_000n])
    expect(await facilitator.supported()).toEqual({
      kinds: [{ x402Version: 2, scheme: 'exact', network: 'eip155:31337' }],
      extensions: [],
      signers: { 'eip155:*': [settler.address] },
    })
  })

  test.each([[{}], [{ 'eip155:0': 'http://localhost' }], [{ base: 'http://localhost' }]])(
    'parameters: rpc: %o is a mistake',
    (rpc) => {
      expect(() => createFacilitator({ rpc, key: settlerKey })).toThrow(
        expect.objectContaining({ code: 'config-invalid' }),
      )
    },
  )

  test('behavior: the same payment again, and at the same moment, moves nothing more', async () => {
    const { facilitator, requirements } = run
    const payment = await pay()
    const [before] = await balances()
    const [first, second] = await Promise.all([
      facilitator.settle(payment, requirements),
      facilitator.settle(payment, requirements),
    ])
    expect(second).toEqual(first)
    expect(await facilitator.settle(payment, requirements)).toEqual(first)
    expect((await balances())[0]).toBe((before ?? 0n) - 10_000n)
    expect(await facilitator.verify(payment, requirements)).toMatchObject({
      invalidReason: 'invalid_exact_evm_nonce_already_used',
    })
    // A facilitator that remembers no earlier settlement, as after a restart, refuses the payment
    // as well.
    const other = createFacilitator({
      rpc: { 'eip155:31337': run.world.devnet.url },
      key: settlerKey,
    })
    expect(await other.settle(payment, requirements)).toMatchObject({
      success: false,
      errorReason: 'invalid_exact_evm_nonce_already_used',
      transaction: '',
    })
  })

  test('behavior: many payments at one moment are all settled', async () => {
    const [before] = await balances()
    const payments = await Promise.all(Array.from({ length: 5 }, () => pay()))
    const settled = await Promise.all(
      payments.map((payment) => run.facilitator.settle(payment, run.requirements)),
    )
    expect(new Set(settled.map(({ transaction }) => transaction)).size).toBe(5)
    expect(settled.every(({ success }) => success)).toBe(true)
    expect((await balances())[0]).toBe((before ?? 0n) - 50_000n)
  })

  test.each<[string, () => Partial<Authorization>]>([
    ['invalid_exact_evm_recipient_mismatch', () => ({ to: grace.address })],
    ['invalid_exact_evm_payload_authorization_value_mismatch', () => ({ value: 9_999n })],
    ['invalid_exact_evm_payload_authorization_value_mismatch', () => ({ value: 10_001n })],
    [
      'invalid_exact_evm_payload_authorization_valid_before',
      () => ({ validBefore: seconds() - 1n }),
    ],
    [
      'invalid_exact_evm_payload_authorization_valid_before',
      () => ({ validBefore: seconds() + 2n }),
    ],
    [
      'invalid_exact_evm_payload_authorization_valid_after',
      () => ({ validAfter: seconds() + 60n }),
    ],
    ['invalid_exact_evm_signature', () => ({ from: grace.address })],
  ])('behavior: %s', async (invalidReason, change) => {
    const payment = await pay(change())
    const before = await balances()
    expect(await run.facilitator.verify(payment, run.requirements)).toMatchObject({
      isValid: false,
      invalidReason,
    })
    expect(await run.facilitator.settle(payment, run.requirements)).toMatchObject({
      success: false,
      errorReason: invalidReason,
      transaction: '',
    })
    expect(await balances()).toEqual(before)
  })

  test('behavior: what was signed for another chain, token or name is not signed', async () => {
    const { facilitator, requirements } = run
    for (const change of [
      { network: 'eip155:1' as const },
      { asset: grace.address },
      { extra: { name: 'Payment Dollar', version: '1' } },
    ]) {
      const { payload } = await pay({}, { ...requirements, ...change })
      const payment = { ...(await pay()), payload }
      expect(await facilitator.verify(payment, requirements)).toMatchObject({
        invalidReason: 'invalid_exact_evm_signature',
      })
    }
  })

  test('behavior: a name that is not the token’s own is refused by the token', async () => {
    const requirements = { ...run.requirements, extra: { name: 'Fake', version: '9' } }
    const payment = await pay({}, requirements)
    expect(await run.facilitator.verify(payment, requirements)).toMatchObject({
      invalidReason: 'invalid_exact_evm_transaction_simulation_failed',
    })
  })

  test('behavior: other networks and schemes, and what is no payment', async () => {
    const { facilitator, requirements } = run
    const payment = await pay()
    const verify = async (value: object, required: object = requirements) =>
      (await facilitator.verify(value as never, required as never)).invalidReason
    expect(await verify(payment, { ...requirements, network: 'eip155:1' })).toBe('invalid_network')
    expect(await verify({ ...payment, accepted: { ...requirements, network: 'eip155:1' } })).toBe(
      'invalid_exact_evm_network_mismatch',
    )
    expect(await verify({ ...payment, accepted: { ...requirements, scheme: 'upto' } })).toBe(
      'invalid_exact_evm_scheme',
    )
    expect(await verify(payment, { ...requirements, scheme: 'upto' })).toBe('unsupported_scheme')
    expect(await verify(payment, { ...requirements, extra: {} })).toBe(
      'invalid_exact_evm_missing_eip712_domain',
    )
    expect(await verify({})).toBe('invalid_payload')
    expect(await verify({ ...payment, payload: { signature: '0x' } })).toBe('invalid_payload')
    expect(await verify({ ...payment, x402Version: 1 })).toBe('invalid_payload')
    expect(await verify(payment, { ...requirements, asset: shop.address })).toBe(
      'invalid_exact_evm_signature',
    )
  })

  test('behavior: a payer who holds too little', async () => {
    const requirements = { ...run.requirements, amount: '999999999999' }
    expect(await run.facilitator.verify(await pay({}, requirements), requirements)).toMatchObject({
      invalidReason: 'invalid_exact_evm_insufficient_balance',
    })
  })

  test('behavior: a contract that is no such token', async () => {
    const asset = run.world.devnet.addresses.weth
    const requirements = { ...run.requirements, asset }
    expect(await run.facilitator.verify(await pay({}, requirements), requirements)).toMatchObject({
      invalidReason: 'invalid_exact_evm_transaction_simulation_failed',
    })
  })

  test('behavior: an authorization that the payer took back', async () => {
    const { client, token } = run.world
    const payment = await pay()
    const { nonce } = payment.payload.authorization
    const signature = await signCancel(nonce as Hex)
    const abi = parseAbi(['function cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)'])
    const data = encodeFunctionData({
      abi,
      functionName: 'cancelAuthorization',
      args: [ada.address, nonce as Hex, ...signature],
    })
    await client.request({
      method: 'eth_sendTransaction',
      params: [{ from: grace.address, to: token.address, data, gas: toHex(200_000) }],
    } as never)
    await expect
      .poll(async () => (await run.facilitator.verify(payment, run.requirements)).invalidReason)
      .toBe('invalid_exact_evm_nonce_already_used')
  })

  test('behavior: a node that is gone is an error, and no verdict', async () => {
    const facilitator = createFacilitator({
      rpc: { 'eip155:31337': 'http://127.0.0.1:1' },
      key: settlerKey,
    })
    const payment = await pay()
    await expect(facilitator.verify(payment, run.requirements)).rejects.toThrow()
    const body = JSON.stringify({ paymentPayload: payment, paymentRequirements: run.requirements })
    const ask = (path: string, init?: RequestInit) =>
      facilitator.fetch(new Request(`https://f.example/x402/${path}`, init))
    expect((await ask('verify', { method: 'POST', body })).status).toBe(502)
    expect((await ask('settle', { method: 'POST', body: '{' })).status).toBe(400)
    const long = JSON.stringify({ paymentPayload: {}, x: 'x'.repeat(70_000) })
    expect((await ask('settle', { method: 'POST', body: long })).status).toBe(400)
    expect((await ask('settle')).status).toBe(404)
    expect((await ask('other', { method: 'POST', body })).status).toBe(404)
    expect((await ask('supported')).status).toBe(200)
  })
})

/** Signs ada's cancellation of a nonce (EIP-3009). */
async function signCancel(nonce: Hex): Promise<readonly [number, Hex, Hex]> {
  const signature = await payer.signTypedData({
    domain: {
      ...run.world.token.domain,
      chainId: 31337,
      verifyingContract: run.world.token.address,
    },
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: ada.address, nonce },
  })
  const { r, s, yParity } = parseSignature(signature)
  return [27 + yParity, r, s]
}
