import { createHash } from 'node:crypto'
import {
  connect,
  createKit,
  disconnect,
  getAccount,
  type Kit,
  prepareSend,
  readSource,
  send,
  signMessage,
  watchTransaction,
} from '@latchkey/core'
import {
  type StacksDevnet,
  stacksDevnetCollection,
  stacksDevnetTokens,
  startStacksDevnet,
} from '@latchkey/devnet/stacks'
import { type Asset, accountId, addressOf } from '@latchkey/protocol'
import { wbipPersonas } from '@latchkey/testing'
import { verifyMessageSignatureRsv } from '@stacks/encryption'
import {
  Cl,
  encodeStructuredData,
  makeUnsignedSTXTokenTransfer,
  publicKeyFromSignatureRsv,
} from '@stacks/transactions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { devnetWallet } from '../test/devnet-wallet.ts'
import { callContract } from './actions/call-contract.ts'
import { deployContract } from './actions/deploy-contract.ts'
import { signStructuredMessage } from './actions/sign-structured-message.ts'
import { signTransaction } from './actions/sign-transaction.ts'
import { transferSip9 } from './actions/transfer-sip9.ts'
import { transferSip10 } from './actions/transfer-sip10.ts'
import { transferStx } from './actions/transfer-stx.ts'
import { nativeAsset } from './chains.ts'
import { clarity } from './encoding/clarity-value.ts'
import { stacks } from './stacks.ts'

const held: { devnet?: StacksDevnet } = {}
beforeAll(async () => {
  held.devnet = await startStacksDevnet()
})
afterAll(() => held.devnet?.stop())

const [latch] = stacksDevnetTokens as readonly [Asset]
const latchName = `${addressOf(latch.id as never)
  .split('.')
  .slice(0, 2)
  .join('.')}::latch`

async function open(name: keyof typeof wbipPersonas = 'rich', lacks: readonly string[] = []) {
  const { devnet } = held
  if (!devnet) throw new Error('the devnet did not start')
  const { chain } = devnet
  const page = {}
  const wallet = devnetWallet(devnet, wbipPersonas[name], lacks)
  wallet.install(page)
  const adapter = stacks({ chains: [chain], page })
  const kit: Kit = createKit({ adapters: [adapter] })
  const stop = kit.subscribe(() => {})
  await connect(kit, { connector: `stacks:${wbipPersonas[name].path}` })
  const [ada, grace, alan] = devnet.accounts
  if (!ada || !grace || !alan) throw new Error('the devnet has no accounts')
  const balanceOf = async (address: string, asset: Asset) => {
    const source = readSource(kit, { chain: chain.id })
    const found = await adapter.read.balances(source, {
      account: accountId(chain.id, address),
      assets: [asset],
    })
    return found.find((one) => one.asset.id === asset.id)?.amount ?? -1n
  }
  const statusOf = async (txid = '') => {
    const source = readSource(kit, { chain: chain.id })
    return adapter.read.verdict(source, { hash: txid, from: accountId(chain.id, ada.address) })
  }
  return {
    devnet,
    chain,
    kit,
    stop,
    wallet,
    adapter,
    ada,
    grace,
    alan,
    balanceOf,
    statusOf,
    coin: nativeAsset(chain),
  }
}

describe('stacks with the kit', () => {
  test('default: connects, sends the coin, signs, disconnects', async () => {
    const { kit, stop, wallet, ada, grace, balanceOf, coin } = await open()
    expect(getAccount(kit)).toMatchObject({ status: 'connected', address: ada.address })
    const before = [
      await balanceOf(ada.address, coin),
      await balanceOf(grace.address, coin),
    ] as const
    const { transaction, estimate } = await prepareSend(kit, {
      asset: coin,
      amount: 5_000n,
      to: grace.address,
    })
    await send(kit, { id: transaction.id, estimate })
    const settled = await watchTransaction(kit, { id: transaction.id })
    expect(settled).toMatchObject({ status: 'confirmed', fee: estimate.fee })
    const after = [
      await balanceOf(ada.address, coin),
      await balanceOf(grace.address, coin),
    ] as const
    expect([before[0] - after[0], after[1] - before[1]]).toEqual([5_000n + estimate.fee, 5_000n])

    const { signature } = await signMessage(kit, { message: 'Grüße' })
    const { publicKey } = ada
    expect(verifyMessageSignatureRsv({ message: 'Grüße', signature, publicKey })).toBe(true)
    await disconnect(kit)
    expect([getAccount(kit).status, wallet.isAuthorized()]).toEqual(['disconnected', false])
    stop()
  })

  test.each(['plain', 'rich'] as const)('parameters: asset, by a wallet like %s', async (name) => {
    const { kit, stop, wallet, ada, alan, balanceOf } = await open(name)
    const before = [
      await balanceOf(ada.address, latch),
      await balanceOf(alan.address, latch),
    ] as const
    const { transaction, estimate } = await prepareSend(kit, {
      asset: latch,
      amount: 7n,
      to: alan.address,
    })
    await send(kit, { id: transaction.id, estimate })
    expect(await watchTransaction(kit, { id: transaction.id })).toMatchObject({
      status: 'confirmed',
      fee: estimate.fee,
    })
    const after = [
      await balanceOf(ada.address, latch),
      await balanceOf(alan.address, latch),
    ] as const
    expect([before[0] - after[0], after[1] - before[1]]).toEqual([7n, 7n])
    expect(wallet.requests.at(-1)?.method).toBe('stx_callContract')
    stop()
  })

  test('behavior: what cannot be sent is told before the wallet is asked', async () => {
    const { kit, stop, wallet, ada, grace, coin, devnet } = await open()
    const asked = wallet.requests.length
    const prepare = (to: string, amount = 1n, asset: Asset = coin) =>
      prepareSend(kit, { asset, amount, to })
    await expect(prepare('SP000000000000000000002Q6VF78')).rejects.toMatchObject({
      code: 'receiver-invalid',
    })
    await expect(prepare(ada.address)).rejects.toMatchObject({ code: 'receiver-invalid' })
    await expect(prepare(grace.address, 10n ** 18n)).rejects.toMatchObject({
      code: 'insufficient-funds',
    })
    await expect(prepare(grace.address, 10n ** 18n, latch)).rejects.toMatchObject({
      code: 'insufficient-funds',
    })
    const { estimate } = await prepare(`${devnet.accounts[0]?.address}.latch-token`)
    expect(estimate.notes).toContain('contract-receiver')
    expect(wallet.requests).toHaveLength(asked)
    stop()
  })

  test('behavior: a node that refuses is named', async () => {
    const { kit, stop, grace, coin, adapter } = await open('plain')
    const { transaction, estimate } = await prepareSend(kit, {
      asset: coin,
      amount: 1n,
      to: grace.address,
    })
    const late = { ...estimate, data: { fee: 1n, nonce: 0n } }
    await expect(send(kit, { id: transaction.id, estimate: late })).rejects.toMatchObject({
      code: 'stacks-fee-too-low',
    })
    const source = readSource(kit, { chain: adapter.chains[0]?.id ?? 'stacks:1' })
    const raw = source.request('POST', ['/v2/transactions', { tx: '00' }])
    expect(adapter.explain(await raw.catch((error: unknown) => error))).toBe(
      'stacks-deserialization',
    )
    stop()
  })

  test('behavior: a memo goes along, a longer one reaches no wallet', async () => {
    const { kit, stop, wallet, grace, devnet, statusOf } = await open()
    const { txid } = await transferStx(kit, {
      to: grace.address,
      amount: 1n,
      memo: 'Miete für März 2026, Haus 12',
    })
    expect(await statusOf(txid)).toMatchObject({ state: 'confirmed' })
    const told = (await (await fetch(`${devnet.url}/extended/v1/tx/${txid}`)).json()) as {
      token_transfer: { memo: string }
    }
    expect(
      Buffer.from(told.token_transfer.memo.slice(2), 'hex').toString().replaceAll('\0', ''),
    ).toBe('Miete für März 2026, Haus 12')
    const asked = wallet.requests.length
    await expect(
      transferStx(kit, { to: grace.address, amount: 1n, memo: 'ü'.repeat(18) }),
    ).rejects.toMatchObject({
      code: 'rpc-invalid-params',
    })
    expect(wallet.requests).toHaveLength(asked)
    stop()
  })

  test.each([[[]], [['stx_transferSip10Ft', 'stx_transferSip9Nft']]])(
    'behavior: tokens and collectibles of a wallet that lacks %o',
    async (lacks) => {
      const { kit, stop, ada, grace, alan, balanceOf, statusOf, devnet } = await open('rich', lacks)
      const before = await balanceOf(alan.address, latch)
      const sent = await transferSip10(kit, {
        to: alan.address,
        asset: latchName.replace('::latch', '.latch'),
        amount: 3n,
      })
      expect(await statusOf(sent.txid)).toMatchObject({ state: 'confirmed' })
      expect((await balanceOf(alan.address, latch)) - before).toBe(3n)
      const owned = async (address: string) => {
        const told = (await (
          await fetch(`${devnet.url}/extended/v1/address/${address}/balances`)
        ).json()) as {
          non_fungible_tokens: Record<string, { count: string }>
        }
        return told.non_fungible_tokens[stacksDevnetCollection]?.count
      }
      if (lacks.length === 0) {
        const given = await transferSip9(kit, {
          to: grace.address,
          asset: stacksDevnetCollection,
          id: Cl.uint(1),
        })
        expect(await statusOf(given.txid)).toMatchObject({ state: 'confirmed' })
        expect(await owned(grace.address)).toBe('2')
      } else {
        const minted = await callContract(kit, {
          contract: stacksDevnetCollection.split('::')[0] ?? '',
          functionName: 'mint',
          // As the chain's own library makes it.
          functionArgs: [Cl.principal(ada.address)],
        })
        expect(await statusOf(minted.txid)).toMatchObject({ state: 'confirmed' })
        const given = await transferSip9(kit, {
          to: alan.address,
          asset: stacksDevnetCollection,
          id: clarity.uint(3n),
        })
        expect(await statusOf(given.txid)).toMatchObject({ state: 'confirmed' })
        expect(await owned(alan.address)).toBe('1')
      }
      stop()
    },
  )

  test('behavior: a contract is deployed and called; the chain calls off what a condition forbids', async () => {
    const { kit, stop, alan, statusOf, ada } = await open()
    const clarityCode = '(define-public (one (n uint)) (if (is-eq n u1) (ok n) (err n)))'
    const deployed = await deployContract(kit, { name: 'one', clarityCode, clarityVersion: 3 })
    expect(await statusOf(deployed.txid)).toMatchObject({ state: 'confirmed' })
    const call = async (value: bigint) =>
      callContract(kit, {
        contract: `${ada.address}.one`,
        functionName: 'one',
        functionArgs: [clarity.uint(value)],
      })
    expect(await statusOf((await call(1n)).txid)).toMatchObject({ state: 'confirmed' })
    expect(await statusOf((await call(2n)).txid)).toMatchObject({
      state: 'failed',
      code: 'execution-reverted',
    })
    const twice = (amount: bigint) =>
      callContract(kit, {
        contract: latchName.split('::')[0] ?? '',
        functionName: 'transfer-twice',
        functionArgs: [clarity.uint(5n), clarity.principal(alan.address)],
        postConditions: [
          { kind: 'token', principal: ada.address, is: 'at-most', amount, asset: latchName },
        ],
      })
    expect(await statusOf((await twice(10n)).txid)).toMatchObject({ state: 'confirmed' })
    expect(await statusOf((await twice(5n)).txid)).toMatchObject({
      state: 'failed',
      code: 'post-condition-failed',
    })
    await expect(deployContract(kit, { name: 'x'.repeat(129), clarityCode })).rejects.toMatchObject(
      {
        code: 'rpc-invalid-params',
      },
    )
    stop()
  })

  test('behavior: a transaction of this network is signed, and sent where that is wished', async () => {
    const { kit, stop, ada, grace, statusOf, wallet } = await open()
    const unsigned = async (chainId: number) => {
      const nonce = Number(
        (
          (await (await fetch(`${held.devnet?.url}/v2/accounts/${ada.address}`)).json()) as {
            nonce: number
          }
        ).nonce,
      )
      const transaction = await makeUnsignedSTXTokenTransfer({
        recipient: grace.address,
        amount: 1n,
        publicKey: ada.publicKey,
        fee: 1000n,
        nonce,
        network: 'testnet',
      })
      transaction.chainId = chainId
      return transaction.serialize()
    }
    const { transaction, txid } = await signTransaction(kit, {
      transaction: await unsigned(0x80808080),
    })
    expect([transaction.length > 200, txid]).toEqual([true, undefined])
    const sent = await signTransaction(kit, {
      transaction: await unsigned(0x80808080),
      broadcast: true,
    })
    expect(await statusOf(sent.txid)).toMatchObject({ state: 'confirmed' })
    const asked = wallet.requests.length
    await expect(
      signTransaction(kit, { transaction: await unsigned(0x80000000) }),
    ).rejects.toMatchObject({
      code: 'chain-mismatch',
    })
    expect(wallet.requests).toHaveLength(asked)
    stop()
  })

  test('behavior: structured data is signed as SIP-018 says', async () => {
    const { kit, stop, ada, wallet } = await open()
    const message = clarity.tuple({ amount: clarity.uint(5n), to: clarity.principal(ada.address) })
    const { signature } = await signStructuredMessage(kit, {
      message,
      domain: { name: 'Shop', version: '1' },
    })
    const domain = Cl.tuple({
      name: Cl.stringAscii('Shop'),
      version: Cl.stringAscii('1'),
      'chain-id': Cl.uint(0x80808080),
    })
    const encoded = encodeStructuredData({ message: Cl.deserialize(message), domain })
    const hash = createHash('sha256').update(Buffer.from(encoded, 'hex')).digest('hex')
    expect(publicKeyFromSignatureRsv(hash, signature)).toBe(ada.publicKey)
    wallet.behave(
      { lie: { signature: '11'.repeat(65), publicKey: ada.publicKey } },
      'stx_signStructuredMessage',
    )
    const lied = signStructuredMessage(kit, { message, domain: { name: 'Shop', version: '1' } })
    await expect(lied).rejects.toMatchObject({ code: 'wallet-answer-invalid' })
    stop()
  })

  test('behavior: what waits is pending; whoever pays more takes its place', async () => {
    const { kit, stop, grace, coin, devnet, statusOf } = await open()
    await devnet.holdMining()
    const { transaction, estimate } = await prepareSend(kit, {
      asset: coin,
      amount: 1n,
      to: grace.address,
    })
    const { hash } = await send(kit, { id: transaction.id, estimate })
    expect(await statusOf(hash)).toEqual({ state: 'pending' })
    const { nonce } = estimate.data as { nonce: bigint }
    const other = await transferStx(kit, {
      to: grace.address,
      amount: 2n,
      nonce,
      fee: estimate.fee * 2n,
    })
    expect(await statusOf(hash)).toEqual({ state: 'replaced' })
    await devnet.resumeMining()
    expect(await statusOf(other.txid)).toMatchObject({ state: 'confirmed' })
    stop()
  })
})
