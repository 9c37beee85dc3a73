import {
  broadcastTransaction,
  Cl,
  fetchCallReadOnlyFunction,
  fetchFeeEstimateTransaction,
  fetchNonce,
  makeContractCall,
  makeContractDeploy,
  makeSTXTokenTransfer,
  Pc,
  type PostCondition,
  PostConditionMode,
  type StacksTransactionWire,
  serializePayload,
} from '@stacks/transactions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StacksDevnet, startStacksDevnet } from './start-stacks-devnet.ts'

const held: { devnet?: StacksDevnet } = {}
beforeAll(async () => {
  held.devnet = await startStacksDevnet()
})
afterAll(() => held.devnet?.stop())

const world = () => {
  const { devnet } = held
  const [ada, grace, alan] = devnet?.accounts ?? []
  if (!devnet || !ada || !grace || !alan) throw new Error('the devnet did not start')
  const network = {
    chainId: 0x80808080,
    transactionVersion: 0x80,
    peerNetworkId: 0x80808080,
    magicBytes: 'id',
    bootAddress: 'ST000000000000000000002AMW42H',
    addressVersion: { singleSig: 26, multiSig: 21 },
    client: { baseUrl: devnet.url },
  }
  const get = async (path: string) => (await fetch(devnet.url + path)).json()
  const send = async (transaction: StacksTransactionWire) =>
    (await broadcastTransaction({ transaction, network })) as {
      txid: string
      reason?: string
      reason_data?: unknown
    }
  const nonceOf = (address: string) => fetchNonce({ address, network })
  const settings = async (sender: typeof ada) => ({
    senderKey: sender.privateKey,
    network,
    fee: 1000n,
    nonce: await nonceOf(sender.address),
  })
  const pay = async (sender: typeof ada, more: object = {}) =>
    makeSTXTokenTransfer({
      recipient: grace.address,
      amount: 5n,
      ...(await settings(sender)),
      ...more,
    })
  const call = async (
    sender: typeof ada,
    functionName: string,
    functionArgs: object[],
    more: object = {},
  ) =>
    makeContractCall({
      contractAddress: ada.address,
      contractName: 'latch-token',
      functionName,
      functionArgs: functionArgs as never,
      ...(await settings(sender)),
      ...more,
    })
  const balances = (address: string) => get(`/extended/v1/address/${address}/balances`)
  const latch = `${ada.address}.latch-token::latch`
  return { devnet, ada, grace, alan, network, get, send, pay, call, balances, settings, latch }
}

describe('startStacksDevnet', () => {
  test("default: the chain library's own client sends on it, and it is told", async () => {
    const { ada, grace, pay, send, balances, get, network } = world()
    const before = await balances(grace.address)
    expect((await balances(ada.address)).stx.balance).toBe('1000000000000')
    const transaction = await pay(ada, { amount: 1_500_000n, memo: 'rent' })
    const { txid } = await send(transaction)
    expect(await get(`/extended/v1/tx/0x${txid.replace('0x', '')}`)).toMatchObject({
      tx_status: 'success',
      tx_type: 'token_transfer',
      fee_rate: '1000',
      sender_address: ada.address,
      token_transfer: {
        recipient_address: grace.address,
        amount: '1500000',
        memo: `0x${'72656e74'.padEnd(68, '0')}`,
      },
      block_height: 2,
    })
    expect((await balances(ada.address)).stx.balance).toBe('999998499000')
    expect(BigInt((await balances(grace.address)).stx.balance) - BigInt(before.stx.balance)).toBe(
      1_500_000n,
    )
    expect(await get(`/v2/accounts/${ada.address}?proof=0`)).toMatchObject({
      balance: `0x${(999_998_499_000).toString(16).padStart(32, '0')}`,
      nonce: 1,
    })
    expect(await get(`/extended/v1/address/${ada.address}/nonces`)).toMatchObject({
      possible_next_nonce: 1,
    })
    const list = await get(`/extended/v2/addresses/${grace.address}/transactions`)
    expect(list).toMatchObject({ total: 1, results: [{ stx_received: '1500000', stx_sent: '0' }] })
    const old = await get(`/extended/v1/address/${ada.address}/transactions`)
    expect(old.results[0].tx_id).toBe(list.results[0].tx.tx_id)
    const payload = serializePayload(transaction.payload)
    const fees = await fetchFeeEstimateTransaction({ payload, estimatedLength: 200, network })
    expect(fees.map(({ fee }) => fee)).toEqual([200, 400, 800])
  })

  test('behavior: a token moves as its post-condition says, and not at all otherwise', async () => {
    const { ada, alan, call, send, balances, get, latch, network } = world()
    const args = [Cl.uint(250), Cl.principal(ada.address), Cl.principal(alan.address), Cl.none()]
    const exactly = Pc.principal(ada.address)
      .willSendEq(250)
      .ft(`${ada.address}.latch-token`, 'latch')
    const transfer = async (
      name: string,
      list: object[],
      postConditions: PostCondition[],
      mode = PostConditionMode.Deny,
    ) => {
      const { txid } = await send(
        await call(ada, name, list, { postConditions, postConditionMode: mode }),
      )
      return get(`/extended/v1/tx/${txid}`)
    }
    const mine = async () => (await balances(alan.address)).fungible_tokens[latch].balance
    expect(await transfer('transfer', args, [exactly])).toMatchObject({
      tx_status: 'success',
      contract_call: { contract_id: `${ada.address}.latch-token`, function_name: 'transfer' },
      events: [{ event_type: 'fungible_token_asset', asset: { asset_id: latch, amount: '250' } }],
    })
    expect(await mine()).toBe('10000000250')
    const twice = [Cl.uint(250), Cl.principal(alan.address)]
    const before = (await balances(ada.address)).stx.balance
    expect(await transfer('transfer-twice', twice, [exactly])).toMatchObject({
      tx_status: 'abort_by_post_condition',
    })
    expect(await mine()).toBe('10000000250')
    // The fee is paid all the same.
    expect(BigInt(before) - BigInt((await balances(ada.address)).stx.balance)).toBe(1000n)
    expect(await transfer('transfer', args, [])).toMatchObject({
      tx_status: 'abort_by_post_condition',
    })
    expect(await transfer('transfer-twice', twice, [], PostConditionMode.Allow)).toMatchObject({
      tx_status: 'success',
    })
    const foreign = [Cl.uint(250), Cl.principal(alan.address), Cl.principal(ada.address), Cl.none()]
    expect(await transfer('transfer', foreign, [])).toMatchObject({
      tx_status: 'abort_by_response',
      tx_result: { repr: '(err u4)' },
    })
    const read = await fetchCallReadOnlyFunction({
      contractAddress: ada.address,
      contractName: 'latch-token',
      functionName: 'get-balance',
      functionArgs: [Cl.principal(alan.address)],
      senderAddress: ada.address,
      network,
    })
    expect(read).toEqual(Cl.ok(Cl.uint(10_000_000_750)))
  })

  test('behavior: one of a kind moves as its post-condition says', async () => {
    const { ada, grace, call, send, balances, get } = world()
    const asset = `${ada.address}.latch-keys` as const
    const give = async (id: number, postConditions: PostCondition[]) => {
      const list = [Cl.uint(id), Cl.principal(grace.address), Cl.principal(ada.address)]
      const { txid } = await send(
        await call(grace, 'transfer', list, { contractName: 'latch-keys', postConditions }),
      )
      return (await get(`/extended/v1/tx/${txid}`)).tx_status
    }
    const sends = (id: number) =>
      Pc.principal(grace.address).willSendAsset().nft(`${asset}::latch-keys`, Cl.uint(id))
    expect(await give(2, [sends(1)])).toBe('abort_by_post_condition')
    expect(await give(2, [sends(2)])).toBe('success')
    expect((await balances(ada.address)).non_fungible_tokens).toMatchObject({
      [`${asset}::latch-keys`]: { count: '2' },
    })
  })

  test('behavior: what a node does not take', async () => {
    const { ada, alan, pay, call, send, devnet, network, settings } = world()
    const refused = async (transaction: StacksTransactionWire) => (await send(transaction)).reason
    const nonce = (await settings(alan)).nonce
    const spoilt = await pay(alan)
    spoilt.setFee(2000n)
    expect(await refused(await pay(alan, { nonce: nonce + 26n }))).toBe('BadNonce')
    expect(await refused(await pay(ada, { nonce: 0n }))).toBe('BadNonce')
    expect(await refused(await pay(alan, { fee: 1n }))).toBe('FeeTooLow')
    expect(await refused(await pay(alan, { amount: 10n ** 15n }))).toBe('NotEnoughFunds')
    expect(await refused(await pay(alan, { network: { ...network, chainId: 0x80000000 } }))).toBe(
      'SignatureValidation',
    )
    expect(await refused(spoilt)).toBe('SignatureValidation')
    expect(await refused(await pay(alan, { recipient: 'SP000000000000000000002Q6VF78' }))).toBe(
      'BadAddressVersionByte',
    )
    expect(await refused(await call(alan, 'transfer', [], { contractName: 'none' }))).toBe(
      'NoSuchContract',
    )
    expect(await refused(await call(alan, 'transfr', []))).toBe('NoSuchPublicFunction')
    expect(await refused(await call(alan, 'get-name', []))).toBe('NoSuchPublicFunction')
    expect(await refused(await call(alan, 'transfer', [Cl.uint(1)]))).toBe('BadFunctionArgument')
    const deploy = async (sender: typeof ada) =>
      makeContractDeploy({
        contractName: 'mine',
        codeBody: '(define-read-only (one) u1)',
        clarityVersion: 3,
        ...(await settings(sender)),
      })
    expect(await refused(await deploy(alan))).toBeUndefined()
    expect(await refused(await deploy(alan))).toBe('ContractAlreadyExists')
    const post = async (body: string, type = 'application/json') => {
      const answer = await fetch(`${devnet.url}/v2/transactions`, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      })
      return [answer.status, ((await answer.json()) as { reason?: string }).reason]
    }
    for (const body of ['', '{', '{"tx":"zz"}', '{"tx":"0x00"}', 'x'.repeat(1000)]) {
      expect(await post(body)).toEqual([400, 'Deserialization'])
    }
  })

  test('behavior: bare bytes are taken as well; what waits is mined in its turn, and the better payer wins', async () => {
    const { grace, pay, get, devnet, send } = world()
    const nonce = BigInt((await get(`/v2/accounts/${grace.address}`)).nonce)
    await devnet.holdMining()
    const first = await pay(grace, { nonce, recipient: devnet.accounts[3]?.address })
    const later = await pay(grace, { nonce: nonce + 1n, recipient: devnet.accounts[3]?.address })
    const better = await pay(grace, { nonce, fee: 2000n, recipient: devnet.accounts[3]?.address })
    const octets = await fetch(`${devnet.url}/v2/transactions`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: later.serializeBytes() as BodyInit,
    })
    expect(await octets.json()).toBe(`0x${later.txid()}`)
    await send(first)
    expect(
      (await send(await pay(grace, { nonce, fee: 999n, recipient: devnet.accounts[3]?.address })))
        .reason,
    ).toBe('FeeTooLow')
    await send(better)
    const status = async (transaction: StacksTransactionWire) =>
      (await get(`/extended/v1/tx/0x${transaction.txid()}`)).tx_status
    expect([await status(first), await status(better), await status(later)]).toEqual([
      'dropped_replace_by_fee',
      'pending',
      'pending',
    ])
    expect(await get(`/extended/v1/address/${grace.address}/nonces`)).toMatchObject({
      last_mempool_tx_nonce: Number(nonce + 1n),
      possible_next_nonce: Number(nonce + 2n),
    })
    const waiting = async (who = '') =>
      (await get(`/extended/v1/address/${who}/mempool`)).results.map(
        (one: { tx_id: string }) => one.tx_id,
      )
    expect(await waiting(grace.address)).toEqual([`0x${better.txid()}`, `0x${later.txid()}`])
    expect(await waiting(devnet.accounts[3]?.address)).toHaveLength(2)
    expect(await waiting(devnet.accounts[4]?.address)).toEqual([])
    await devnet.resumeMining()
    expect(await waiting(grace.address)).toEqual([])
    expect([await status(better), await status(later)]).toEqual(['success', 'success'])
  })

  test('behavior: what it does not know it says', async () => {
    const { devnet } = world()
    const status = async (path: string) => (await fetch(devnet.url + path)).status
    expect(await status('/nowhere')).toBe(404)
    expect(await status(`/extended/v1/tx/0x${'ab'.repeat(32)}`)).toBe(404)
    expect(await status('/v2/accounts/nobody')).toBe(400)
    expect(await status('/v2/contracts/interface/ST000000000000000000002AMW42H/none')).toBe(404)
    expect((await (await fetch(`${devnet.url}/v2/info`)).json()).network_id).toBe(0x80808080)
  })
})
