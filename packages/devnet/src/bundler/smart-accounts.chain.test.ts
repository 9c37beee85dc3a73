import {
  type Address,
  concat,
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  type Hex,
  hashMessage,
  hashTypedData,
  http,
  parseAbi,
  parseAbiParameters,
  parseEther,
} from 'viem'
import {
  createBundlerClient,
  createPaymasterClient,
  toSoladySmartAccount,
} from 'viem/account-abstraction'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mnemonic } from '../evm/accounts.ts'
import { addresses } from '../evm/addresses.ts'
import { receiptOf } from '../evm/receipt-of.ts'
import { type EvmDevnet, startEvmDevnet } from '../world/start-evm-devnet.ts'
import { type Bundler, startBundler } from './start-bundler.ts'
import { type Sponsor, startSponsor } from './start-sponsor.ts'

const run = {} as { devnet: EvmDevnet; bundler: Bundler; sponsor: Sponsor }
beforeAll(async () => {
  run.devnet = await startEvmDevnet()
  const chain = run.devnet.url
  const [bundler, sponsor] = await Promise.all([startBundler({ chain }), startSponsor({ chain })])
  Object.assign(run, { bundler, sponsor })
})
afterAll(async () => {
  await run.sponsor?.stop()
  await run.bundler?.stop()
  await run.devnet?.stop()
})

const { smartAccount, smartAccountFactory, batchDelegate, latch } = addresses
const ether = parseEther('1')
const someone = (): Address => privateKeyToAccount(generatePrivateKey()).address

function clientOf() {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const rpcUrls = { default: { http: [run.devnet.url] } }
  const chain = defineChain({ id: 31_337, name: 'devnet', nativeCurrency, rpcUrls })
  return createPublicClient({ chain, transport: http(), pollingInterval: 20 })
}

const saltOf = (owner: Address): Hex => concat([owner, '0x000000000000000000000000'])

/**
 * Where the account of `owner` is, with no node asked. The 95 bytes that make the proxy are
 * Solady's `LibClone.initCodeERC1967`: 603d3d8160223d3973 ‖ implementation ‖
 * 60095155f3363d3d373d3d363d7f ‖ the slot of ERC-1967 ‖ 545af43d6000803e6038573d6000fd5b3d6000f3,
 * the slot written here as 360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc.
 */
function computed(owner: Address): Address {
  const slot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
  const [head, middle, tail] = [
    '0x603d3d8160223d3973',
    '0x60095155f3363d3d373d3d363d7f',
    '0x545af43d6000803e6038573d6000fd5b3d6000f3',
  ] as const
  const bytecode = concat([head, smartAccount, middle, slot, tail])
  return getContractAddress({
    from: smartAccountFactory,
    opcode: 'CREATE2',
    salt: saltOf(owner),
    bytecode,
  })
}

/** The account as viem knows Solady's, without a word of ours but the factory's address. */
async function accountOf(owner = privateKeyToAccount(generatePrivateKey())) {
  const client = clientOf()
  const salt = saltOf(owner.address)
  const account = await toSoladySmartAccount({
    client,
    owner,
    factoryAddress: smartAccountFactory,
    salt,
  })
  const common = { account, client, transport: http(run.bundler.url), pollingInterval: 20 }
  const paymaster = createPaymasterClient({ transport: http(run.sponsor.url) })
  return {
    account,
    client,
    owner,
    bundler: createBundlerClient(common),
    sponsored: createBundlerClient({ ...common, paymaster }),
  }
}

async function fund(to: Address, value = ether): Promise<void> {
  const wallet = createWalletClient({
    account: mnemonicToAccount(mnemonic),
    transport: http(run.devnet.url),
  })
  await receiptOf(run.devnet.url, await wallet.sendTransaction({ chain: null, to, value }))
}

describe('the contracts', () => {
  test('default: they stand where their code says', () => {
    expect({ smartAccount, smartAccountFactory, batchDelegate }).toEqual({
      smartAccount: run.devnet.addresses.smartAccount,
      smartAccountFactory: run.devnet.addresses.smartAccountFactory,
      batchDelegate: run.devnet.addresses.batchDelegate,
    })
  })

  test('behavior: factory, viem and a computation without a node agree where an account is', async () => {
    const abi = parseAbi(['function getAddress(bytes32 salt) view returns (address)'])
    for (let at = 0; at < 3; at++) {
      const { account, client, owner } = await accountOf()
      const args = [saltOf(owner.address)] as const
      const told = await client.readContract({
        address: smartAccountFactory,
        abi,
        functionName: 'getAddress',
        args,
      })
      expect([await account.getAddress(), told]).toEqual([
        computed(owner.address),
        computed(owner.address),
      ])
    }
    expect(computed('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe(
      '0x705731698bfdF10AFB5d12F543F90F10CB35E3d4',
    )
  })

  test('behavior: nobody makes an account at the address of another owner, nor takes one that stands', async () => {
    const client = clientOf()
    const [owner, thief] = [someone(), someone()]
    const abi = parseAbi([
      'function createAccount(address owner, bytes32 salt) payable returns (address)',
      'error SaltOfAnother()',
      'function initialize(address owner)',
    ])
    const make = (who: Address) => ({
      address: smartAccountFactory,
      abi,
      functionName: 'createAccount' as const,
      account: thief,
      args: [who, saltOf(owner)] as const,
    })
    await expect(client.simulateContract(make(thief))).rejects.toThrow(/SaltOfAnother/)
    expect((await client.simulateContract(make(owner))).result).toBe(computed(owner))
    const wallet = createWalletClient({
      account: mnemonicToAccount(mnemonic),
      transport: http(run.devnet.url),
    })
    const { request } = await client.simulateContract({ ...make(owner), account: wallet.account })
    await receiptOf(run.devnet.url, await wallet.writeContract(request))
    for (const address of [computed(owner), smartAccount]) {
      await expect(
        client.simulateContract({
          address,
          abi,
          functionName: 'initialize',
          args: [thief],
          account: thief,
        }),
      ).rejects.toThrow()
    }
  })
})

describe('operations', () => {
  test('behavior: the first one makes the account and sends; a batch is all or nothing', async () => {
    const { account, bundler, client } = await accountOf()
    await fund(account.address)
    const [one, two] = [someone(), someone()]
    const first = await bundler.sendUserOperation({ calls: [{ to: one, value: 5n }] })
    expect(await bundler.waitForUserOperationReceipt({ hash: first })).toMatchObject({
      success: true,
    })
    expect(await client.getBalance({ address: one })).toBe(5n)
    const calls = [
      { to: one, value: 1n },
      { to: two, value: 7n },
    ]
    const both = await bundler.sendUserOperation({ calls })
    expect(await bundler.waitForUserOperationReceipt({ hash: both })).toMatchObject({
      success: true,
    })
    const transfer = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [two, 1n],
    })
    const failing = [
      { to: two, value: 100n },
      { to: latch, data: transfer },
    ]
    // Limits of its own: an estimate would refuse it before it is on the chain.
    const limits = {
      callGasLimit: 200_000n,
      verificationGasLimit: 200_000n,
      preVerificationGas: 100_000n,
    }
    const lost = await bundler.sendUserOperation({ calls: failing, ...limits })
    expect(await bundler.waitForUserOperationReceipt({ hash: lost })).toMatchObject({
      success: false,
    })
    expect(await client.getBalance({ address: two })).toBe(7n)
  })

  test('behavior: a sponsor pays the whole fee, of the first operation too', async () => {
    const { account, sponsored, client } = await accountOf()
    const [to, value] = [someone(), 9n]
    await fund(account.address, value)
    const hash = await sponsored.sendUserOperation({ calls: [{ to, value }] })
    const receipt = await sponsored.waitForUserOperationReceipt({ hash })
    expect(receipt).toMatchObject({ success: true, sender: account.address })
    expect(receipt.paymaster?.toLowerCase()).toBe(run.sponsor.paymaster.toLowerCase())
    expect([
      await client.getBalance({ address: to }),
      await client.getBalance({ address: account.address }),
    ]).toEqual([9n, 0n])
  })

  test('behavior: the key itself needs no bundler: its account calls the contract, and no other does', async () => {
    const { account, bundler, client, owner } = await accountOf()
    for (const address of [account.address, owner.address]) {
      await fund(address)
    }
    const made = await bundler.sendUserOperation({ calls: [{ to: someone(), value: 0n }] })
    await bundler.waitForUserOperationReceipt({ hash: made })
    const to = someone()
    const abi = parseAbi(['function execute(address target, uint256 value, bytes data) payable'])
    const call = {
      address: account.address,
      abi,
      functionName: 'execute',
      args: [to, 8n, '0x'],
    } as const
    await expect(client.simulateContract({ ...call, account: someone() })).rejects.toThrow()
    const wallet = createWalletClient({ account: owner, chain: client.chain, transport: http() })
    await receiptOf(run.devnet.url, await wallet.writeContract(call))
    expect(await client.getBalance({ address: to })).toBe(8n)
  })

  test('behavior: what the sponsor signed pays for that operation alone', async () => {
    const { account, sponsored } = await accountOf()
    const prepared = await sponsored.prepareUserOperation({
      account,
      calls: [{ to: someone(), value: 0n }],
    })
    const { callData, callGasLimit } = prepared
    for (const changed of [
      { callData: await account.encodeCalls([{ to: someone(), value: 0n }]) },
      { callGasLimit: callGasLimit + 1n },
    ]) {
      const operation = { ...prepared, callData, callGasLimit, ...changed }
      const signature = await account.signUserOperation(operation as never)
      const sent = sponsored.sendUserOperation({
        ...operation,
        signature,
        paymaster: prepared.paymaster,
      } as never)
      await expect(sent).rejects.toThrow(/AA34/)
    }
  })

  test('behavior: where the sponsor refuses, the account can pay for itself', async () => {
    const { account, bundler, sponsored, client } = await accountOf()
    await fund(account.address)
    const calls = [{ to: someone(), value: 3n }] as const
    run.sponsor.refuse(account.address, 'final')
    await expect(sponsored.sendUserOperation({ calls })).rejects.toThrow(/sponsorship refused/)
    const body = JSON.stringify({ sender: account.address, when: 'always' })
    expect((await fetch(`${run.sponsor.url}/refused`, { method: 'POST', body })).status).toBe(200)
    await expect(sponsored.sendUserOperation({ calls })).rejects.toThrow(/sponsorship refused/)
    const hash = await bundler.sendUserOperation({ calls })
    expect(await bundler.waitForUserOperationReceipt({ hash })).toMatchObject({ success: true })
    expect(await client.getBalance({ address: calls[0].to })).toBe(3n)
    const other = await accountOf()
    const paid = await other.sponsored.sendUserOperation({
      calls: [{ to: calls[0].to, value: 0n }],
    })
    expect(await other.bundler.waitForUserOperationReceipt({ hash: paid })).toMatchObject({
      success: true,
    })
  })
})

describe('signatures', () => {
  const domain = { name: 'Shop', version: '1', chainId: 31_337, verifyingContract: latch } as const
  const types = { Order: [{ name: 'item', type: 'string' }] } as const
  const order = { domain, types, primaryType: 'Order', message: { item: 'a key' } } as const

  test('behavior: they count before the account stands (ERC-6492) and after (ERC-1271)', async () => {
    const { account, bundler, client } = await accountOf()
    const message = 'shop.example wants you to sign in'
    const isGood = async () => {
      const [text, data] = [
        await account.signMessage({ message }),
        await account.signTypedData(order),
      ]
      expect(
        await client.verifyMessage({ address: account.address, message, signature: text }),
      ).toBe(true)
      expect(
        await client.verifyTypedData({ address: account.address, ...order, signature: data }),
      ).toBe(true)
      const other = { address: account.address, message: 'another', signature: text }
      expect(await client.verifyMessage(other)).toBe(false)
      return text
    }
    expect((await isGood()).endsWith('6492'.repeat(16))).toBe(true)
    await fund(account.address)
    const hash = await bundler.sendUserOperation({ calls: [{ to: someone(), value: 0n }] })
    await bundler.waitForUserOperationReceipt({ hash })
    expect((await isGood()).endsWith('6492'.repeat(16))).toBe(false)
  })

  test('behavior: a plain signature of the key is none, nor is one for another account or by another key', async () => {
    const { account, owner, client } = await accountOf()
    const wrapped = async (signature: Hex) => {
      const { factory, factoryData } = await account.getFactoryArgs()
      const parts = [factory as Address, factoryData as Hex, signature] as const
      const outer = encodeAbiParameters(parseAbiParameters('address, bytes, bytes'), parts)
      return concat([outer, `0x${'6492'.repeat(16)}`])
    }
    const message = 'once'
    const check = async (signature: Hex) =>
      client.verifyMessage({ address: account.address, message, signature })
    expect(await check(await account.signMessage({ message }))).toBe(true)
    expect(await check(await wrapped(await owner.signMessage({ message })))).toBe(false)
    const thief = privateKeyToAccount(generatePrivateKey())
    const { nested } = nestedOf(account.address)
    expect(await check(await wrapped(await owner.signTypedData(nested(message))))).toBe(true)
    expect(
      await check(await wrapped(await owner.signTypedData(nestedOf(someone()).nested(message)))),
    ).toBe(false)
    expect(await check(await wrapped(await thief.signTypedData(nested(message))))).toBe(false)
  })
})

/** ERC-7739's PersonalSign, written by hand. */
function nestedOf(verifyingContract: Address) {
  const domain = {
    name: 'Latchkey Account',
    version: '1',
    chainId: 31_337,
    verifyingContract,
  } as const
  const types = { PersonalSign: [{ name: 'prefixed', type: 'bytes' }] } as const
  return {
    nested: (text: string) => {
      const bytes = Buffer.from(text)
      const prefixed = `0x${Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]).toString('hex')}`
      return {
        domain,
        types,
        primaryType: 'PersonalSign',
        message: { prefixed: prefixed as Hex },
      } as const
    },
  }
}

describe('a delegated account (EIP-7702)', () => {
  const abi = parseAbi([
    'function execute(bytes32 mode, bytes executionData) payable',
    'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
  ])
  const mode = `0x01${'00'.repeat(31)}` as Hex
  const batch = (calls: readonly { to: Address; value: bigint; data: Hex }[]) => {
    const calldata = encodeAbiParameters(
      parseAbiParameters('(address to, uint256 value, bytes data)[]'),
      [calls],
    )
    return encodeFunctionData({ abi, functionName: 'execute', args: [mode, calldata] })
  }

  async function delegated() {
    const owner = privateKeyToAccount(generatePrivateKey())
    await fund(owner.address)
    const client = clientOf()
    const wallet = createWalletClient({ account: owner, chain: client.chain, transport: http() })
    return { owner, client, wallet }
  }

  test('behavior: one transaction delegates and sends a batch; a failing call undoes all of a batch', async () => {
    const { owner, client, wallet } = await delegated()
    const [one, two] = [someone(), someone()]
    const authorization = await wallet.signAuthorization({
      contractAddress: batchDelegate,
      executor: 'self',
    })
    const data = batch([
      { to: one, value: 5n, data: '0x' },
      { to: two, value: 6n, data: '0x' },
    ])
    const hash = await wallet.sendTransaction({
      authorizationList: [authorization],
      to: owner.address,
      data,
    })
    const receipt = await receiptOf(run.devnet.url, hash)
    expect([receipt.status, receipt.type]).toEqual(['success', 'eip7702'])
    const code = await client.getCode({ address: owner.address })
    expect(code).toBe(`0xef0100${batchDelegate.slice(2).toLowerCase()}`)
    expect([
      await client.getBalance({ address: one }),
      await client.getBalance({ address: two }),
    ]).toEqual([5n, 6n])
    const failing = batch([
      { to: one, value: 50n, data: '0x' },
      {
        to: latch,
        value: 0n,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [two, 1n] }),
      },
    ])
    const lost = await wallet.sendTransaction({ to: owner.address, data: failing, gas: 200_000n })
    expect((await receiptOf(run.devnet.url, lost)).status).toBe('reverted')
    expect(await client.getBalance({ address: one })).toBe(5n)
  })

  test('behavior: nobody else has it execute, with opData or without; its own plain signatures go on counting', async () => {
    const { owner, client, wallet } = await delegated()
    const authorization = await wallet.signAuthorization({
      contractAddress: batchDelegate,
      executor: 'self',
    })
    const taken = await wallet.sendTransaction({
      authorizationList: [authorization],
      to: owner.address,
    })
    await receiptOf(run.devnet.url, taken)
    const calls = [{ to: someone(), value: 1n, data: '0x' }] as const
    const call = (data: Hex, account: Address) => client.call({ account, to: owner.address, data })
    await call(batch(calls), owner.address)
    await expect(call(batch(calls), someone())).rejects.toThrow()
    const withData = encodeAbiParameters(
      parseAbiParameters('(address to, uint256 value, bytes data)[], bytes'),
      [calls, '0x12'],
    )
    const opMode = `0x01000000000078210001${'00'.repeat(22)}` as Hex
    const signed = encodeFunctionData({ abi, functionName: 'execute', args: [opMode, withData] })
    for (const who of [someone(), owner.address]) {
      await expect(call(signed, who)).rejects.toThrow()
    }

    const message = 'still mine'
    const signature = await owner.signMessage({ message })
    const valid = (hash: Hex, given: Hex) =>
      client.readContract({
        address: owner.address,
        abi,
        functionName: 'isValidSignature' as const,
        args: [hash, given],
      })
    expect(await valid(hashMessage(message), signature)).toBe('0x1626ba7e')
    expect(await client.verifyMessage({ address: owner.address, message, signature })).toBe(true)
    const types = { Order: [{ name: 'item', type: 'string' }] } as const
    const domain = { name: 'Shop', chainId: 31_337 }
    const order = { domain, types, primaryType: 'Order', message: { item: 'a key' } } as const
    expect(await valid(hashTypedData(order), await owner.signTypedData(order))).toBe('0x1626ba7e')
    const stranger = privateKeyToAccount(generatePrivateKey())
    expect(await valid(hashMessage(message), await stranger.signMessage({ message }))).toBe(
      '0xffffffff',
    )
    for (const odd of ['0x', `${signature}00`, `0x${'00'.repeat(65)}`] as const) {
      expect([odd, await valid(hashMessage(message), odd)]).toEqual([odd, '0xffffffff'])
    }
  })

  test('behavior: collectibles still arrive; the code can be taken back', async () => {
    const { owner, client, wallet } = await delegated()
    const take = async (contractAddress: Address) => {
      const authorization = await wallet.signAuthorization({ contractAddress, executor: 'self' })
      const hash = await wallet.sendTransaction({
        authorizationList: [authorization],
        to: owner.address,
      })
      await receiptOf(run.devnet.url, hash)
    }
    await take(batchDelegate)
    const hooks = parseAbi([
      'function onERC721Received(address operator, address from, uint256 id, bytes data) view returns (bytes4)',
      'function onERC1155Received(address operator, address from, uint256 id, uint256 value, bytes data) view returns (bytes4)',
    ])
    const at = { address: owner.address, abi: hooks } as const
    const [who, id] = [someone(), 1n]
    const single = { ...at, functionName: 'onERC721Received', args: [who, who, id, '0x'] } as const
    expect(await client.readContract(single)).toBe('0x150b7a02')
    const many = {
      ...at,
      functionName: 'onERC1155Received',
      args: [who, who, id, id, '0x'],
    } as const
    expect(await client.readContract(many)).toBe('0xf23a6e61')
    await fund(owner.address, 1n)
    await take('0x0000000000000000000000000000000000000000')
    expect(await client.getCode({ address: owner.address })).toBeUndefined()
  })

  test('behavior: what an owner’s own account delegates to neither makes nor locks signatures of the contract account', async () => {
    const { account, bundler, owner } = await accountOf()
    for (const address of [account.address, owner.address]) {
      await fund(address)
    }
    const client = clientOf()
    const wallet = createWalletClient({ account: owner, chain: client.chain, transport: http() })
    // Any contract without ERC-1271 would lock the account, one that always says yes would open it
    // to everybody.
    const authorization = await wallet.signAuthorization({
      contractAddress: latch,
      executor: 'self',
    })
    const hash = await wallet.sendTransaction({ authorizationList: [authorization], to: someone() })
    expect((await receiptOf(run.devnet.url, hash)).status).toBe('success')
    const to = someone()
    const sent = await bundler.sendUserOperation({ calls: [{ to, value: 4n }] })
    expect(await bundler.waitForUserOperationReceipt({ hash: sent })).toMatchObject({
      success: true,
    })
    const signature = await account.signMessage({ message: 'mine' })
    expect(
      await client.verifyMessage({ address: account.address, message: 'mine', signature }),
    ).toBe(true)
  })
})
