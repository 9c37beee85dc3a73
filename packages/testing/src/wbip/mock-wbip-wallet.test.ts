import { TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from './bytes.ts'
import { bitcoinPayment, isBitcoinSignature } from './message.ts'
import { mockWbipWallet } from './mock-wbip-wallet.ts'
import { networkOfName } from './network.ts'
import { wbipPersonas } from './persona.ts'

type Asked = {
  request(
    method: string,
    params?: unknown,
  ): Promise<{ result?: Record<string, unknown>; error?: { code: number } }>
}
const make = (name: keyof typeof wbipPersonas) => {
  const wallet = mockWbipWallet({ persona: wbipPersonas[name] })
  return { wallet, provider: wallet.provider as Asked }
}

describe('mockWbipWallet', () => {
  test('default: one wallet answers by symbol, throws its errors and has no events', async () => {
    const { wallet, provider } = make('plain')
    await expect(provider.request('signMessage', {})).rejects.toMatchObject({
      jsonrpc: '2.0',
      error: { code: -32002 },
    })
    await expect(provider.request('wallet_connect')).rejects.toMatchObject({
      error: { code: -32601 },
    })
    const { result } = await provider.request('getAddresses', { network: 'regtest' })
    expect(result).toMatchObject({
      addresses: [
        { symbol: 'BTC', type: 'p2wpkh' },
        { symbol: 'BTC', type: 'p2tr' },
        { symbol: 'STX' },
      ],
    })
    expect(wallet.addresses()[0]?.address).toMatch(/^bcrt1q/)
    expect(wallet.isAuthorized()).toBe(true)
    await expect(
      provider.request('sendTransfer', { recipients: [{ amount: 5 }] }),
    ).rejects.toMatchObject({
      error: { code: -32602 },
    })
    expect(
      await provider.request('sendTransfer', { recipients: [{ amount: '5' }] }),
    ).toHaveProperty('result.txid')
    expect(provider).not.toHaveProperty('addListener')
  })

  test('default: the other answers by purpose, gives its errors as answers, tells of changes', async () => {
    const { wallet, provider } = make('rich')
    const heard: unknown[] = []
    const { addListener } = wallet.provider as {
      addListener(name: string, heard: (event: unknown) => void): () => void
    }
    const stop = addListener('accountChange', (event) => heard.push(event))
    expect(await provider.request('signMessage')).toMatchObject({ error: { code: -32002 } })
    const { result } = await provider.request('wallet_connect', {
      network: 'Regtest',
      addresses: ['payment', 'ordinals'],
    })
    expect(result).toMatchObject({
      walletType: 'software',
      addresses: [{ purpose: 'payment', addressType: 'p2sh' }, { purpose: 'ordinals' }],
    })
    expect(await provider.request('sendTransfer', { recipients: [{ amount: '5' }] })).toMatchObject(
      {
        error: { code: -32602 },
      },
    )
    wallet.selectAccount(1)
    expect([heard.length, wallet.listenerCount()]).toEqual([1, 1])
    stop()
    expect(wallet.listenerCount()).toBe(0)
    await provider.request('wallet_disconnect')
    expect(wallet.isAuthorized()).toBe(false)
  })

  test.each(['plain', 'rich'] as const)('behavior: what %s signs is proven', async (name) => {
    const { wallet, provider } = make(name)
    await provider.request(wbipPersonas[name].connect)
    const [payment, ordinals] = wallet.addresses()
    for (const [address, protocol] of [
      [payment?.address, 'ECDSA'],
      [payment?.address, 'BIP322'],
      [ordinals?.address, undefined],
    ] as const) {
      const { result } = await provider.request('signMessage', {
        address,
        message: 'Hello',
        protocol,
      })
      expect(
        isBitcoinSignature(
          address ?? '',
          networkOfName('regtest'),
          'Hello',
          String(result?.signature),
        ),
      ).toBe(true)
    }
  })

  test.each([
    ['plain', 'hex', { signAtIndex: [0] }],
    ['rich', 'psbt', undefined],
  ] as const)('behavior: %s signs a PSBT written its own way', async (name, field, more) => {
    const { wallet, provider } = make(name)
    await provider.request(wbipPersonas[name].connect)
    const [payment] = wallet.addresses()
    const own = bitcoinPayment(
      wbipPersonas[name].payment,
      fromHex(payment?.publicKey ?? ''),
      TEST_NETWORK,
    )
    const transaction = new Transaction()
    const redeem = own.redeemScript ? { redeemScript: own.redeemScript } : {}
    transaction.addInput({
      txid: 'ab'.repeat(32),
      index: 0,
      witnessUtxo: { script: own.script, amount: 5000n },
      ...redeem,
    })
    transaction.addOutput({ script: own.script, amount: 4000n })
    const psbt = transaction.toPSBT()
    const written = field === 'hex' ? toHex(psbt) : btoa(String.fromCharCode(...psbt))
    const inputs = more ?? { signInputs: { [payment?.address ?? '']: [0] } }
    const { result } = await provider.request('signPsbt', { [field]: written, ...inputs })
    const answer = String(result?.[field])
    const signed = Transaction.fromPSBT(
      field === 'hex' ? fromHex(answer) : fromHex(Buffer.from(answer, 'base64').toString('hex')),
    )
    expect(() => signed.finalize()).not.toThrow()
  })

  test('behavior: who asks by wallet_connect answers getAddresses too, as the standard has it', async () => {
    const { wallet, provider } = make('rich')
    const { result } = await provider.request('getAddresses', {
      purposes: ['ordinals', 'stacks'],
    })
    expect(result).toMatchObject({ addresses: [{ purpose: 'ordinals' }, { purpose: 'stacks' }] })
    expect(result).not.toHaveProperty('walletType')
    expect([wallet.isAuthorized(), wallet.prompts()]).toEqual([true, 1])
  })

  test('behavior: getAddresses has the whole answer that sats-connect publishes', async () => {
    // https://docs.xverse.app/sats-connect/bitcoin-methods/getaddresses, and the schemas
    // `getAddressesResultSchema`, `addressSchema` and `getNetworkResultSchema` of
    // https://github.com/secretkeylabs/sats-connect-core: none of their fields is optional.
    const { wallet, provider } = make('rich')
    const asked = { purposes: ['payment', 'ordinals', 'stacks'], message: 'Who are you?' }
    const [payment, ordinals, stacks] = wallet.addresses()
    expect(await provider.request('getAddresses', asked)).toEqual({
      jsonrpc: '2.0',
      id: expect.any(Number),
      result: {
        addresses: [
          { ...payment, addressType: 'p2sh', walletType: 'software' },
          { ...ordinals, addressType: 'p2tr', walletType: 'software' },
          { ...stacks, addressType: 'stacks', walletType: 'software' },
        ],
        network: {
          bitcoin: { name: 'Regtest' },
          stacks: { name: 'testnet' },
          spark: { name: 'regtest' },
        },
      },
    })
    wallet.selectNetwork('Mainnet')
    // The published example names no purpose at all.
    const { result } = await provider.request('getAddresses', null)
    expect(result?.addresses).toMatchObject(wallet.addresses())
    expect(result?.network).toEqual({
      bitcoin: { name: 'Mainnet' },
      stacks: { name: 'mainnet' },
      spark: { name: 'mainnet' },
    })
  })

  test('behavior: scripted answers', async () => {
    const { wallet, provider } = make('rich')
    wallet.behave('reject')
    expect(await provider.request('wallet_connect')).toMatchObject({ error: { code: -32000 } })
    wallet.behave({ lie: 7 })
    expect(await provider.request('wallet_connect')).toMatchObject({ jsonrpc: '2.0', result: 7 })
    wallet.behave({ raw: 7 })
    expect(await provider.request('wallet_connect')).toBe(7)
    wallet.behave('hang')
    const late = provider.request('wallet_connect')
    expect(await wallet.release()).toBe(true)
    expect(await late).toHaveProperty('result.addresses')
    expect(wallet.prompts()).toBe(4)
  })

  test('behavior: it stands at its path and in its lists, and vanishes', () => {
    const page: Record<string, unknown> = {}
    const stop = make('rich').wallet.install(page)
    make('plain').wallet.install(page)
    expect(page).toMatchObject({
      XverseProviders: { BitcoinProvider: {} },
      LeatherProvider: {},
      btc_providers: [{ id: 'XverseProviders.BitcoinProvider' }],
    })
    stop()
    expect(page).toMatchObject({ XverseProviders: {}, btc_providers: [], wbip_providers: [] })
    expect(page.XverseProviders).toEqual({})
  })
})
