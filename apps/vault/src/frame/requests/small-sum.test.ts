import { entryPoint } from '@latchkey/protocol/vault'
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { networks, Psbt, payments } from 'bitcoinjs-lib'
import { describe, expect, test } from 'vitest'
import { encodeCreateAccount, encodeExecute, type PlainCall } from '../../decode/evm/abi-calls.ts'
import { operationMethod } from '../../decode/evm/smart-forms.ts'
import { readRequest } from '../../decode/read-request.ts'
import { smartAddress, smartSalt } from '../../keys/smart-address.ts'
import { readSmallSum } from './small-sum.ts'

const evm = 'eip155:31337'
const sol = 'solana:localnet'
const btc = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const till = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955'
const from = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const ada = address('4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi')
const bob = address('8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR')
const eve = address('CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8')
const p2wpkh = (byte: number) =>
  payments.p2wpkh({ hash: new Uint8Array(20).fill(byte), network: networks.regtest })
const [mine, shop, other] = [p2wpkh(1), p2wpkh(2), p2wpkh(3)]
const small = {
  [evm]: { receivers: { [till]: '121000' }, day: '200000' },
  [sol]: { receivers: { [bob]: '1005000' }, day: '2000000' },
  [btc]: { receivers: { [shop.address as string]: '61000' }, day: '70000' },
}

interface Tried {
  readonly chain: `${string}:${string}`
  readonly account: string
  /** As the page asks; what is shown may be another. */
  readonly method: string
  readonly shown?: string
  readonly params: unknown
  readonly smart?: typeof smart
}
async function read({ method, shown = method, ...asked }: Tried, project: object = { small }) {
  const { chain, account } = asked
  const reading = await readRequest({
    ...asked,
    method: shown,
    site: 'https://shop.example',
    now: 0,
  })
  return readSmallSum({ chain, method, account, reading }, project)
}

const tx = {
  from,
  to: till,
  value: '0x186a0',
  gas: '0x5208',
  maxFeePerGas: '0x1',
  chainId: '0x7a69',
}
const send = (more: object = {}, asked: object = {}): Tried => ({
  chain: evm,
  account: from,
  method: 'eth_sendTransaction',
  params: [{ ...tx, ...more }],
  ...asked,
})

const smart = {
  factory: '0x611660C950217CF604FfD7B9d5E8460A7cA95C1F',
  implementation: '0x2341f45d7b4d6d266E86C3baa0F3E2c91ca10f50',
  bundler: 'https://vault.example/b',
  sponsor: 'https://vault.example/s',
  owner: from,
}
const contract = smartAddress(smart, from)
const making = { factory: smart.factory, factoryData: encodeCreateAccount(from, smartSalt(from)) }
const paying = {
  paymaster: from,
  paymasterData: '0x12',
  paymasterVerificationGasLimit: '0x1',
  paymasterPostOpGasLimit: '0x1',
}
const call = (value = 100_000n): PlainCall => ({ to: till.toLowerCase(), value, data: '0x' })
function operate(calls: readonly PlainCall[], more: object = {}, asked: object = {}): Tried {
  const operation = {
    sender: contract,
    nonce: '0x1',
    callData: encodeExecute(calls),
    callGasLimit: '0x5206',
    verificationGasLimit: '0x1',
    preVerificationGas: '0x1',
    maxFeePerGas: '0x1',
    maxPriorityFeePerGas: '0x1',
    ...more,
  }
  const method = 'eth_sendTransaction'
  const params = [operation, entryPoint]
  return { chain: evm, account: contract, method, shown: operationMethod, params, smart, ...asked }
}

const system = address('11111111111111111111111111111111')
const instruction = (programAddress: Address, list: readonly Address[], data: Uint8Array) => ({
  programAddress,
  data,
  accounts: list.map((one) => ({ address: one, role: one === ada ? 3 : one === eve ? 2 : 1 })),
})
const amounts = (code: readonly number[], amount: bigint): Uint8Array => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(amount)
  return Uint8Array.from([...code, ...bytes])
}
const transfer = (amount = 1_000_000n, to: Address = bob, by: Address = ada) =>
  instruction(system, [by, to], amounts([2, 0, 0, 0], amount))
const memo = instruction(
  address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
  [],
  new TextEncoder().encode('hi'),
)
const price = instruction(
  address('ComputeBudget111111111111111111111111111111'),
  [],
  amounts([3], 5_000n),
)
function solana(
  instructions: readonly object[] = [transfer()],
  asked: object = {},
  payer: Address = ada,
): Tried {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayer(payer, one),
    (one) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: eve as never, lastValidBlockHeight: 1n },
        one,
      ),
    (one) => appendTransactionMessageInstructions(instructions as never, one),
  )
  const transaction = getBase64EncodedWireTransaction(compileTransaction(message as never))
  const method = 'solana_signAndSendTransaction'
  return { chain: sol, account: ada, method, params: { transaction, pubkey: ada }, ...asked }
}

const account = mine.address as string
const paid: readonly Output[] = [
  [shop.address, 60_000n],
  [account, 39_000n],
]
type Output = readonly [address: string | undefined, value: bigint]
/** A payment as the vault makes it of `sendTransfer`; `more` changes its parameters. */
function bitcoin(
  outputs = paid,
  asked: object = {},
  more: object = {},
  change: (psbt: Psbt) => unknown = () => {},
): Tried {
  const psbt = new Psbt({ network: networks.regtest })
  const witnessUtxo = { script: mine.output as Uint8Array, value: 100_000n }
  psbt.addInput({ hash: '11'.repeat(32), index: 0, witnessUtxo })
  for (const [to = '', value] of outputs) {
    psbt.addOutput({ address: to, value })
  }
  change(psbt)
  const signInputs = Array.from({ length: psbt.inputCount }, (_, index) => ({
    index,
    address: account,
  }))
  const params = { account, psbt: psbt.toBase64(), signInputs, broadcast: true, ...more }
  return { chain: btc, account, method: 'sendTransfer', shown: 'signPsbt', params, ...asked }
}
/** A coin of somebody else's, which pays for nothing here. */
const addStranger = (psbt: Psbt) =>
  psbt.addInput({
    hash: '22'.repeat(32),
    index: 0,
    witnessUtxo: { script: other.output as Uint8Array, value: 1n },
  })

describe('readSmallSum', () => {
  test('default: one payment to a receiver of the list, up to the last unit', async () => {
    expect(await read(send())).toEqual({ to: till, amount: 100_000n, fee: 21_000n, day: 200_000n })
    expect(await read(solana())).toEqual({
      to: bob,
      amount: 1_000_000n,
      fee: 5_000n,
      day: 2_000_000n,
    })
    expect(await read(bitcoin())).toEqual({
      to: shop.address,
      amount: 60_000n,
      fee: 1_000n,
      day: 70_000n,
    })
  })

  test.each<[string, Tried]>([
    ['a unit above', send({ value: '0x186a1' })],
    ['a fee that makes it a unit above', send({ gas: '0x5209' })],
    ['a unit with a huge fee', send({ value: '0x1', maxFeePerGas: '0xe8d4a51000' })],
    [
      'a fee by the old price',
      send({ value: '0x1', maxFeePerGas: undefined, gasPrice: '0xe8d4a51000' }),
    ],
    ['a fee that is not bounded', send({ gas: undefined })],
    ['nothing', send({ value: '0x0' })],
    ['another receiver', send({ to: from })],
    ['a receiver that resembles', send({ to: `${till.slice(0, -1)}6` })],
    ['data', send({ data: '0x00' })],
    ['data by the other name', send({ input: '0x00' })],
    ['a contract’s deployment', send({ to: undefined, data: '0x00' })],
    ['another chain in the transaction', send({ chainId: '0x1' })],
    [
      'a delegation with it',
      send({ authorizationList: [{ address: till, chainId: '0x7a69', nonce: '0x0' }] }),
    ],
    ['a chain that is not listed', send({ chainId: '0x1' }, { chain: 'eip155:1' })],
    ['a transaction handed to the page', send({}, { method: 'eth_signTransaction' })],
    [
      'one call of a bundle',
      send({}, { method: 'wallet_sendCalls', shown: 'eth_sendTransaction' }),
    ],
    ['a bundle of one', send({}, { shown: 'wallet_sendCalls', params: [{ from, calls: [tx] }] })],
    ['a message', send({}, { shown: 'personal_sign', params: ['0x00', from] })],
    ['another account’s', send({}, { account: till })],
  ])('behavior: on an EVM chain, %s is a window’s', async (_, tried) => {
    expect(await read(tried)).toBeNull()
  })

  test.each<[string, Tried]>([
    ['a unit above', operate([call(100_001n)])],
    ['a fee that makes it a unit above', operate([call()], { preVerificationGas: '0x3' })],
    ['a second call', operate([call(1n), call(1n)])],
    ['data', operate([{ ...call(1n), data: '0x00' }])],
    ['another receiver', operate([{ ...call(1n), to: from.toLowerCase() }])],
    ['the one that makes it', operate([call()], making)],
    ['a fee that a sponsor pays', operate([call()], paying)],
    ['one call of a bundle', operate([call()], {}, { method: 'wallet_sendCalls' })],
  ])('behavior: of a contract account, %s is a window’s', async (_, tried) => {
    expect(await read(operate([call()]))).toEqual({
      to: till,
      amount: 100_000n,
      fee: 21_000n,
      day: 200_000n,
    })
    expect(await read(tried)).toBeNull()
  })

  test.each<[string, Tried]>([
    ['a unit above', solana([transfer(1_000_001n)])],
    ['a unit of priority above', solana([price, transfer(999_001n)])],
    ['another receiver', solana([transfer(1n, eve)])],
    ['two payments', solana([transfer(1n), transfer(1n)])],
    ['a note beside it', solana([transfer(1n), memo])],
    [
      'a step the vault cannot read',
      solana([transfer(1n), instruction(eve, [bob], Uint8Array.of(1))]),
    ],
    ['a payment of somebody else’s', solana([transfer(1n, bob, eve), price])],
    ['a fee that somebody else pays', solana([transfer(1n)], {}, eve)],
    ['nothing', solana([transfer(0n)])],
    [
      'a transaction handed to the page',
      solana([transfer(1n)], { method: 'solana_signTransaction' }),
    ],
    ['a fee of a page’s transaction', solana([transfer(1n)], { shown: 'solana_signTransaction' })],
  ])('behavior: on Solana, %s is a window’s', async (_, tried) => {
    expect(await read(tried)).toBeNull()
  })

  test('behavior: a price for Solana’s units counts as they are limited', async () => {
    expect(await read(solana([price, transfer(998_000n)]))).toMatchObject({
      amount: 998_000n,
      fee: 7_000n,
    })
  })

  test.each<[string, Tried]>([
    [
      'a unit above',
      bitcoin([
        [shop.address, 60_001n],
        [account, 38_999n],
      ]),
    ],
    [
      'a huge fee',
      bitcoin([
        [shop.address, 60_000n],
        [account, 38_999n],
      ]),
    ],
    ['all that is left as a fee', bitcoin([[shop.address, 1n]])],
    [
      'a second receiver',
      bitcoin([
        [shop.address, 1n],
        [other.address, 1n],
        [account, 99_000n],
      ]),
    ],
    [
      'the receiver twice',
      bitcoin([
        [shop.address, 1n],
        [shop.address, 1n],
        [account, 99_000n],
      ]),
    ],
    [
      'another receiver',
      bitcoin([
        [other.address, 1n],
        [account, 99_000n],
      ]),
    ],
    [
      'nothing',
      bitcoin([
        [shop.address, 0n],
        [account, 99_000n],
      ]),
    ],
    ['a page’s own PSBT', bitcoin(paid, { method: 'signPsbt' })],
    ['what the page shall send', bitcoin(paid, {}, { broadcast: false })],
    [
      'a signature that leaves something open',
      bitcoin(paid, {}, { signInputs: [{ index: 0, sighashTypes: [2] }] }),
    ],
    [
      'a coin that is not signed',
      bitcoin(
        [
          [shop.address, 60_000n],
          [account, 39_001n],
        ],
        {},
        { signInputs: [0] },
        addStranger,
      ),
    ],
    [
      'a coin that hides its amount',
      bitcoin(paid, {}, {}, (one) => one.addInput({ hash: '22'.repeat(32), index: 1 })),
    ],
  ])('behavior: on Bitcoin, %s is a window’s', async (_, tried) => {
    expect(await read(tried)).toBeNull()
  })

  test('behavior: without the operator’s word nothing is; names of prototypes are none', async () => {
    for (const project of [{}, { small: {} }, { small: { [evm]: { receivers: {}, day: '1' } } }]) {
      expect(await read(send(), project)).toBeNull()
    }
    expect(await read(send({}, { chain: 'constructor:x' }), { small })).toBeNull()
    expect(await read(send({ to: 'constructor' }), { small })).toBeNull()
    const inSmall = { [evm]: { receivers: { [till.toLowerCase()]: '121000' }, day: '200000' } }
    expect(await read(send(), { small: inSmall })).toMatchObject({ to: till.toLowerCase() })
  })
})
