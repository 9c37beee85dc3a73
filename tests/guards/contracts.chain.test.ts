import { addresses, type EvmDevnet, mnemonic, receiptOf, startEvmDevnet } from '@latchkey/devnet'
import {
  type Address,
  concat,
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  http,
  pad,
  parseAbi,
  parseAbiParameters,
  parseEther,
  parseTransaction,
  recoverMessageAddress,
  size,
  toHex,
} from 'viem'
import {
  entryPoint07Abi,
  getUserOperationHash,
  toPackedUserOperation,
  toSoladySmartAccount,
} from 'viem/account-abstraction'
import {
  generatePrivateKey,
  mnemonicToAccount,
  privateKeyToAccount,
  toAccount,
} from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fromBase64url } from '../../apps/vault/src/base64url.ts'
import {
  batchMethod,
  endingMethod,
  operationMethod,
} from '../../apps/vault/src/decode/evm/smart-forms.ts'
import { addressesOfKeys } from '../../apps/vault/src/keys/addresses.ts'
import { publicKeysOfMaster } from '../../apps/vault/src/keys/public-keys.ts'
import { smartAddress, smartSalt } from '../../apps/vault/src/keys/smart-address.ts'
import { splitSeed } from '../../apps/vault/src/keys/split-seed.ts'
import { deriveMasterSeed } from '../../apps/vault/src/keys/words.ts'
import { payloadHash, type ShownRequest } from '../../apps/vault/src/payload-hash.ts'
import { sealSecret } from '../../apps/vault/src/seal.ts'
import { signedUp, vaultOrigin } from '../../apps/vault/src/test/open-test-frame.ts'
import { standInGateway } from '../../apps/vault/src/test/stand-in-gateway.ts'
import {
  ask,
  chain,
  type Frame,
  windowOf,
  withNode,
  withRecovery,
} from '../../apps/vault/src/test/vault-windows.ts'
import { signForEvm } from '../../apps/vault/src/worker/sign-evm.ts'
import type { SignInput } from '../../apps/vault/src/worker/sign-input.ts'
import { type Attack, type Attempt, proveGuards } from './prove-guards.ts'

// Keys are derived again and again here, without a browser's speed.
vi.setConfig({ testTimeout: 60_000 })

type Params = readonly unknown[]
type Fields = Readonly<Record<string, Hex>>
interface Signed {
  readonly signature: Hex
}

const {
  entryPoint,
  smartAccountFactory: factory,
  smartAccount: implementation,
  batchDelegate: delegate,
} = addresses
const smart = {
  factory,
  implementation,
  delegate,
  bundler: `${vaultOrigin}/bundler`,
  sponsor: `${vaultOrigin}/sponsor`,
}
const accountAbi = parseAbi([
  'function execute(address target, uint256 value, bytes data) payable',
  'function transferOwnership(address to) payable',
  'function owner() view returns (address)',
])
const batchAbi = parseAbi(['function execute(bytes32 mode, bytes executionData) payable'])
const ether = parseEther('1')
const [thief, friend] = [1, 2].map(() => privateKeyToAccount(generatePrivateKey()).address) as [
  Address,
  Address,
]
const takeOver = encodeFunctionData({
  abi: accountAbi,
  functionName: 'transferOwnership',
  args: [thief],
})
const nobody: Address = `0x${'0'.repeat(40)}`
/** A batch of ERC-7821 for an account that calls itself. */
const batchOf = (to: Address, value: bigint): Hex => {
  const calls = [{ to, value, data: '0x' as const }]
  const data = encodeAbiParameters(
    parseAbiParameters('(address to, uint256 value, bytes data)[]'),
    [calls],
  )
  return encodeFunctionData({
    abi: batchAbi,
    functionName: 'execute',
    args: [`0x01${'00'.repeat(31)}`, data],
  })
}

const limits = {
  callGasLimit: '0x80000',
  verificationGasLimit: '0x100000',
  preVerificationGas: '0x10000',
} as const
const run = {} as { devnet: EvmDevnet; frame: Frame; contract: Address; owner: Address }
/**
 * What the services say that is not so, by method; and what is on the chain, by an operation's
 * hash.
 */
const services = {
  lies: {} as Readonly<Record<string, () => unknown>>,
  receipts: new Map<unknown, object>(),
}

function clientOf() {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const rpcUrls = { default: { http: [run.devnet.url] } }
  return createPublicClient({
    chain: defineChain({ id: 31_337, name: 'devnet', nativeCurrency, rpcUrls }),
    transport: http(),
    pollingInterval: 20,
  })
}
const bundlersAccount = mnemonicToAccount(mnemonic, { addressIndex: 9 })
const walletOf = () =>
  createWalletClient({ account: bundlersAccount, transport: http(run.devnet.url) })
const asNumbers = (operation: Fields) =>
  Object.fromEntries(
    Object.entries(operation).map(([name, value]) => [
      name,
      /^(?:nonce|.*Limit|.*Gas)$/.test(name) ? BigInt(value) : value,
    ]),
  ) as never
const hashOf = (operation: Fields): Hex =>
  getUserOperationHash({
    chainId: 31_337,
    entryPointAddress: entryPoint,
    entryPointVersion: '0.7',
    userOperation: { ...(asNumbers(operation) as object), signature: '0x' } as never,
  })
/** The entry point runs an operation, as any bundler may have it; resolves to its transaction. */
async function handle(operation: Fields): Promise<Hex> {
  const hash = await walletOf().writeContract({
    address: entryPoint,
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    gas: 6_000_000n,
    chain: null,
    args: [[toPackedUserOperation(asNumbers(operation))], bundlersAccount.address],
  })
  await receiptOf(run.devnet.url, hash)
  return hash
}

const honest: Readonly<Record<string, (params: Params) => unknown>> = {
  eth_estimateUserOperationGas: () => limits,
  async eth_sendUserOperation([operation]) {
    const hash = hashOf(operation as Fields)
    const receipt = { transactionHash: await handle(operation as Fields) }
    services.receipts.set(hash, { userOpHash: hash, success: true, logs: [], receipt })
    return hash
  },
  eth_getUserOperationReceipt: ([hash]) => services.receipts.get(hash) ?? null,
}
async function serve(body: string): Promise<Response> {
  const { method, params } = JSON.parse(body) as { method: string; params: Params }
  const said = await honest[method]?.(params)
  const result = services.lies[method]?.() ?? said
  const error = { code: -32_000, message: 'refused' }
  return Response.json({
    jsonrpc: '2.0',
    id: 1,
    ...(result === undefined ? { error } : { result }),
  })
}

beforeAll(async () => {
  run.devnet = await startEvmDevnet()
  const gateway = standInGateway()
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const { pathname } = new URL(String(url))
    if (pathname.startsWith('/api/')) return gateway.fetch(url, init)
    if (pathname === '/bundler' || pathname === '/sponsor') return serve(String(init?.body))
    const headers = { 'content-type': 'application/json' }
    const answer = await globalThis.fetch(run.devnet.url, {
      method: 'POST',
      headers,
      body: String(init?.body),
    })
    // What is sent has happened when the page hears of it.
    const { result } = (await answer.clone().json()) as { result?: Hex }
    if (String(init?.body).includes('"eth_sendRawTransaction"') && result)
      await receiptOf(run.devnet.url, result)
    return answer
  }
  run.frame = await signedUp({
    gateway: { ...gateway, fetch },
    project: { smart: { [chain]: smart } },
  })
  await withRecovery(run.frame)
  const [contract, owner] = (await ask(run.frame, 'eth_accounts', [])) as readonly [
    Address,
    Address,
  ]
  Object.assign(run, { contract, owner })
  for (const address of [contract, owner]) {
    await fund(address)
  }
  const abi = parseAbi([
    'function createAccount(address owner, bytes32 salt)',
    'function depositTo(address) payable',
  ])
  const args = [owner, smartSalt(owner) as Hex] as const
  const wallet = walletOf()
  const making = {
    address: factory,
    abi,
    functionName: 'createAccount',
    args,
    chain: null,
  } as const
  await receiptOf(run.devnet.url, await wallet.writeContract(making))
  const deposit = {
    address: entryPoint,
    abi,
    functionName: 'depositTo',
    args: [contract],
    value: ether,
    chain: null,
  } as const
  await receiptOf(run.devnet.url, await wallet.writeContract(deposit))
})
afterAll(async () => {
  run.frame?.stop()
  await run.devnet?.stop()
})
const fund = (address: Address) =>
  clientOf().request({ method: 'anvil_setBalance', params: [address, toHex(10n * ether)] } as never)

/** The chain is afterwards as it was. */
const undone =
  (attack: Attack): Attack =>
  async () => {
    const request = clientOf().request as (asked: {
      method: string
      params?: Params
    }) => Promise<unknown>
    const before = await request({ method: 'evm_snapshot' })
    try {
      return await attack()
    } finally {
      services.lies = {}
      await request({ method: 'evm_revert', params: [before] })
    }
  }
const ownerOf = (address: Address) =>
  clientOf().readContract({ address, abi: accountAbi, functionName: 'owner' })
const balanceOf = (address: Address) => clientOf().getBalance({ address })

/**
 * A page asks, and its visitor approves what is shown, or, barred from that, rejects it: what was
 * shown, and the answer.
 */
async function put(frame: Frame, method: string, params: unknown, isApproved = true) {
  const from = frame.said.length
  const asking = ask(frame, method, params).catch(() => undefined)
  const standing = frame.heard((one) => one.event === 'approval' && one.approval !== null, from)
  const isShown = await Promise.race([standing.then(() => true), asking.then(() => false)])
  if (!isShown) return { shown: null, answer: await asking }
  const { shown, decide } = await windowOf(frame, from)
  if (isApproved) decide(true)
  decide(false)
  return { shown, answer: await asking }
}
const calls = (from: string, list: readonly object[], more: object = {}) => [
  { version: '2.0.0', chainId: '0x7a69', atomicRequired: true, from, calls: list, ...more },
]
const asked = (method: string, params: unknown) => put(run.frame, method, params)

const power: readonly Attempt[] = [
  [
    'the contract account is made to call itself: it has another owner',
    ['own-power-asked', 'own-power-read'],
    async () => {
      await asked('wallet_sendCalls', calls(run.contract, [{ to: run.contract, data: takeOver }]))
      return (await ownerOf(run.contract)) === thief
    },
  ],
  [
    'a plain transaction of the key tells the contract account of another owner',
    ['own-power-sent'],
    async () => {
      await asked('eth_sendTransaction', [{ from: run.owner, to: run.contract, data: takeOver }])
      return (await ownerOf(run.contract)) === thief
    },
  ],
  [
    'a batch calls nobody, whom the delegate takes for the account itself: a payment that nobody was shown',
    ['own-power-nobody'],
    async () => {
      const hidden = [
        { to: friend, value: '0x1' },
        { to: nobody, data: batchOf(thief, ether) },
      ]
      await asked('wallet_sendCalls', calls(run.owner, hidden))
      return (await balanceOf(thief)) === ether
    },
  ],
  [
    'the contract account calls the entry point: its deposit is gone',
    ['own-power-point'],
    async () => {
      const abi = parseAbi(['function withdrawTo(address to, uint256 amount)'])
      const data = encodeFunctionData({
        abi,
        functionName: 'withdrawTo',
        args: [thief, ether / 2n],
      })
      await asked('eth_sendTransaction', [{ from: run.contract, to: entryPoint, data }])
      return (await balanceOf(thief)) === ether / 2n
    },
  ],
  [
    'the hash of an operation is signed by the key as a message of 32 bytes',
    ['message-hash-asked', 'message-hash-signed'],
    async () => {
      const account = await accountOf()
      const operation = {
        sender: run.contract,
        nonce: await account.getNonce(),
        callData: await account.encodeCalls([{ to: thief, value: ether }]),
        callGasLimit: 500_000n,
        verificationGasLimit: 500_000n,
        preVerificationGas: 100_000n,
        maxFeePerGas: 10n ** 10n,
        maxPriorityFeePerGas: 1n,
      }
      const signature = await account
        .signUserOperation({ ...operation, signature: '0x' })
        .catch(() => null)
      if (!signature) return false
      const hex = Object.entries(operation).map(([name, value]) => [
        name,
        typeof value === 'bigint' ? toHex(value) : value,
      ])
      await handle({ ...Object.fromEntries(hex), signature })
      return (await balanceOf(thief)) === ether
    },
  ],
  [
    'a message of the contract account is signed by the key as typed data',
    ['message-nested-asked', 'message-nested-signed'],
    async () => {
      const signature = await (await accountOf())
        .signMessage({ message: 'All is yours' })
        .catch(() => null)
      const said = { address: run.contract, message: 'All is yours' }
      return signature !== null && clientOf().verifyMessage({ ...said, signature })
    },
  ],
  [
    'typed data of the contract account is signed by the key as typed data that wraps it',
    ['message-nested-asked', 'message-nested-signed'],
    async () => {
      const signature = await (await accountOf()).signTypedData(order).catch(() => null)
      return (
        signature !== null &&
        clientOf().verifyTypedData({ address: run.contract, ...order, signature })
      )
    },
  ],
  [
    'a page asks by its name for what the vault alone makes',
    ['method-listed'],
    async () => {
      const { answer } = await asked(batchMethod, [
        batch(run.owner, { maxFeePerGas: toHex(10n ** 13n) }),
      ])
      return typeof answer === 'string'
    },
  ],
  [
    'calls for one chain are sent on another',
    ['calls-chain'],
    async () =>
      (await asked('wallet_sendCalls', calls(run.contract, [{ to: friend }], { chainId: '0x1' })))
        .answer !== undefined,
  ],
  [
    'a transaction for one chain is sent on another',
    ['send-chain'],
    async () =>
      (await asked('eth_sendTransaction', [{ from: run.contract, to: friend, chainId: '0x1' }]))
        .answer !== undefined,
  ],
  [
    'calls of another account are sent by one’s own',
    ['calls-from'],
    async () =>
      (await asked('wallet_sendCalls', calls(thief, [{ to: friend, value: '0x1' }]))).answer !==
      undefined,
  ],
]
const order = {
  domain: { name: 'Shop', version: '1', chainId: 31_337, verifyingContract: addresses.latch },
  types: { Order: [{ name: 'item', type: 'string' }] },
  primaryType: 'Order',
  message: { item: 'a key' },
} as const

/**
 * The contract account as another library knows it, whose owner's key is asked through the page.
 */
function accountOf() {
  const sign = async (method: string, params: Params): Promise<Hex> => {
    const { answer } = await asked(method, params)
    if (typeof answer !== 'string') throw new Error('refused')
    return answer as Hex
  }
  const written = (value: unknown) =>
    JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? toHex(one) : one))
  const owner = toAccount({
    address: run.owner,
    signMessage: ({ message }) =>
      sign('personal_sign', [
        typeof message === 'string' ? toHex(message) : message.raw,
        run.owner,
      ]),
    signTypedData: (typed) => sign('eth_signTypedData_v4', [run.owner, written(typed)]),
    signTransaction: () => Promise.reject(new Error('not asked for')),
  })
  const salt = smartSalt(run.owner) as Hex
  return toSoladySmartAccount({ client: clientOf(), owner, factoryAddress: factory, salt })
}

const lying = (lies: typeof services.lies, attack: Attack): Attack => {
  return () => {
    services.lies = lies
    return attack()
  }
}
const otherHash = `0x${'ee'.repeat(32)}`
const receiptLike = (more: object) => ({
  userOpHash: otherHash,
  success: true,
  receipt: { transactionHash: otherHash },
  ...more,
})
const sent = async () =>
  (await asked('eth_sendTransaction', [{ from: run.contract, to: friend }])).answer
const shown = async () => {
  const { shown: read } = await put(
    run.frame,
    'eth_sendTransaction',
    [{ from: run.contract, to: friend }],
    false,
  )
  return (read?.request.params as [Fields] | undefined)?.[0] ?? null
}
const payment = {
  paymaster: thief,
  paymasterVerificationGasLimit: '0x1',
  paymasterPostOpGasLimit: '0x1',
  isFinal: true,
}
const ownReceipt = () => [...services.receipts.values()].at(-1) ?? null

const lies: readonly Attempt[] = [
  [
    'a bundler that names another operation is believed to have taken this one',
    ['bundler-hash'],
    lying({ eth_sendUserOperation: () => otherHash }, async () => (await sent()) !== undefined),
  ],
  [
    'a bundler shows the receipt of another operation',
    ['bundler-receipt'],
    lying(
      { eth_getUserOperationReceipt: () => receiptLike({}) },
      async () => (await sent()) === otherHash,
    ),
  ],
  [
    'a bundler’s text reaches the page in the place of a hash',
    ['bundler-transaction'],
    lying(
      {
        eth_getUserOperationReceipt: () => ({
          ...ownReceipt(),
          receipt: { transactionHash: '<img src=x>' },
        }),
      },
      async () => (await sent()) === '<img src=x>',
    ),
  ],
  [
    'a bundler asks for more gas than any block has',
    ['bundler-gas', 'operation-gas'],
    lying(
      { eth_estimateUserOperationGas: () => ({ ...limits, callGasLimit: '0x10000000000' }) },
      async () => (await shown())?.callGasLimit === '0x10000000000',
    ),
  ],
  [
    'a bundler answers without end',
    ['answer-size'],
    lying(
      { eth_estimateUserOperationGas: () => ({ ...limits, more: 'x'.repeat(4_194_304) }) },
      async () => (await shown()) !== null,
    ),
  ],
  [
    'a sponsor has more signed than any payment needs',
    ['sponsor-data'],
    lying(
      { pm_getPaymasterStubData: () => ({ ...payment, paymasterData: `0x${'00'.repeat(8_192)}` }) },
      async () => Number((await shown())?.paymasterData?.length) > 8_192,
    ),
  ],
  [
    'a sponsor has the visitor shown a text of its own',
    ['sponsor-data', 'operation-payer-data'],
    lying(
      { pm_getPaymasterStubData: () => ({ ...payment, paymasterData: 'all is free' }) },
      async () => String((await shown())?.paymasterData) === 'all is free',
    ),
  ],
]

/** A wallet whose worker is handed what no honest frame would hand it. */
async function wallet() {
  const entropy = crypto.getRandomValues(new Uint8Array(32))
  const publics = publicKeysOfMaster(await deriveMasterSeed(entropy))
  const owner = addressesOfKeys(publics).eip155 as Address
  return {
    publics,
    owner,
    contract: smartAddress(smart, owner) as Address,
    ...(await splitSeed(entropy)),
  }
}
const handed = await wallet()
async function signs(
  method: string,
  params: Params,
  more: Partial<SignInput> = {},
): Promise<unknown> {
  const request: ShownRequest = { chain, method, params }
  const input = {
    request,
    payload: await payloadHash(request),
    address: handed.contract,
    publicKey: handed.publics.eip155,
    device: handed.device.slice(),
    smart,
    contract: { name: 'Latchkey Account', version: '1', isDeployed: true },
    ...more,
  }
  const release = async (sealTo: string) => ({
    signIn: await sealSecret('release', fromBase64url(sealTo), handed.signIn),
  })
  return signForEvm(input, release).catch(() => null)
}

const creation = (owner: Address): Fields => ({
  factory,
  factoryData: encodeFunctionData({
    abi: parseAbi(['function createAccount(address owner, bytes32 salt)']),
    functionName: 'createAccount',
    args: [owner, smartSalt(owner) as Hex],
  }),
})
const operation = (more: object = {}): Fields => ({
  sender: handed.contract.toLowerCase() as Hex,
  nonce: '0x0',
  ...limits,
  callData: encodeFunctionData({
    abi: accountAbi,
    functionName: 'execute',
    args: [friend, 1n, '0x'],
  }),
  maxFeePerGas: toHex(10n ** 10n),
  maxPriorityFeePerGas: '0x1',
  ...more,
})
function batch(owner: Address, more: object = {}) {
  const own = owner.toLowerCase() as Address
  const fees = { gas: '0x80000', maxFeePerGas: toHex(10n ** 10n), maxPriorityFeePerGas: '0x1' }
  return {
    from: own,
    to: own,
    value: '0x0',
    data: batchOf(friend, 1n),
    nonce: '0x0',
    chainId: '0x7a69',
    ...fees,
    ...more,
  }
}
/** Whether the key signed that operation, by another library. */
async function isSigned(one: Fields, more: Partial<SignInput> = {}): Promise<boolean> {
  const signed = (await signs(operationMethod, [one, entryPoint], more)) as Signed | null
  if (!signed) return false
  return (
    (await recoverMessageAddress({
      message: { raw: hashOf(one) },
      signature: signed.signature,
    })) === handed.owner
  )
}
/** The batch as it was signed; null where it was not. */
async function signedBatch(more: object): Promise<Hex | null> {
  return (await signs(batchMethod, [batch(handed.owner, more)], {
    address: handed.owner,
  })) as Hex | null
}
const parse = (raw: Hex | null) => (raw === null ? null : parseTransaction(raw as `0x04${string}`))
const parsed = async (more: object) => parse(await signedBatch(more))
/** How the account is taken back from the code it runs, as it was signed; null where it was not. */
async function signedEnding(more: object): Promise<Hex | null> {
  const [nothing] = leave({ address: nobody }).authorizationList
  const ending = batch(handed.owner, { data: '0x', authorizationList: [nothing], ...more })
  return (await signs(endingMethod, [ending], { address: handed.owner })) as Hex | null
}
const leave = (more: object = {}) => ({
  authorizationList: [{ address: delegate, chainId: '0x7a69', nonce: '0x1', ...more }],
})
async function sends(raw: Hex | null): Promise<void> {
  if (raw === null) return
  await fund(handed.owner)
  await receiptOf(
    run.devnet.url,
    await clientOf().sendRawTransaction({ serializedTransaction: raw }),
  )
}
const word = (value: Hex | number): Hex =>
  pad(typeof value === 'number' ? toHex(value) : (value.toLowerCase() as Hex))
const padded = (data: Hex): Hex =>
  pad(data, { dir: 'right', size: Math.ceil(size(data) / 32) * 32 })
/**
 * A call of an account to itself without data, for who reads what stands where it must; with `data`
 * for who follows the offset.
 */
const twoFaced = (to: Address, data: Hex): Hex =>
  concat([word(to), word(0), word(128), word(0), word(size(data)), padded(data)])

const worker: readonly Attempt[] = [
  [
    'an operation reads as a call without data, and runs with some: another owner',
    ['execute-canonical'],
    async () => {
      const callData = concat(['0xb61d27f6', twoFaced(handed.contract, takeOver)])
      const one = operation({ ...creation(handed.owner), callData })
      const signed = (await signs(operationMethod, [one, entryPoint])) as Signed | null
      if (!signed) return false
      await fund(handed.contract)
      await handle({ ...one, signature: signed.signature })
      return (await ownerOf(handed.contract)) === thief
    },
  ],
  [
    'a batch reads as a call without data, and runs with some: a payment that nobody was shown',
    ['batch-canonical'],
    async () => {
      const tuple = twoFaced(handed.owner, batchOf(thief, ether))
      const list = concat([word(32), word(1), word(32), tuple])
      const data = concat([
        '0xe9ae5c53',
        `0x01${'00'.repeat(31)}`,
        word(64),
        word(size(list)),
        list,
      ])
      await sends(await signedBatch({ data, ...leave() }))
      return (await balanceOf(thief)) === ether
    },
  ],
  [
    'the account takes over the code of somebody else',
    ['delegate-owners'],
    async () => {
      await sends(await signedBatch(leave({ address: addresses.latch })))
      return (
        (await clientOf().getCode({ address: handed.owner })) ===
        `0xef0100${addresses.latch.slice(2).toLowerCase()}`
      )
    },
  ],
  [
    'the account takes over the code of somebody else, where it should be taken back',
    ['delegate-owners'],
    async () => {
      await sends(await signedEnding(leave({ address: addresses.latch })))
      return (await clientOf().getCode({ address: handed.owner }))?.startsWith('0xef0100') === true
    },
  ],
  [
    'what takes the account back goes to somebody else',
    ['ending-own'],
    async () => parse(await signedEnding({ to: thief }))?.to === thief.toLowerCase(),
  ],
  [
    'what takes the account back is for another chain',
    ['ending-alone'],
    async () => parse(await signedEnding({ chainId: '0x1' }))?.chainId === 1,
  ],
  [
    'an authorisation counts on every chain (chain 0)',
    ['delegate-chain'],
    async () => (await parsed(leave({ chainId: '0x0' })))?.authorizationList?.[0]?.chainId === 0,
  ],
  [
    'an authorisation is kept for later',
    ['delegate-nonce'],
    async () => (await parsed(leave({ nonce: '0x9' })))?.authorizationList?.[0]?.nonce === 9,
  ],
  [
    'the transaction of a batch goes to somebody else',
    ['batch-own'],
    async () => (await parsed({ to: thief }))?.to === thief.toLowerCase(),
  ],
  [
    'the transaction of a batch is for another chain',
    ['batch-chain'],
    async () => (await parsed({ chainId: '0x1' }))?.chainId === 1,
  ],
  [
    'an operation of another account',
    ['operation-sender'],
    () => isSigned(operation({ sender: thief })),
  ],
  [
    'an operation that has another factory make the account',
    ['operation-making'],
    () => isSigned(operation({ ...creation(handed.owner), factory: thief })),
  ],
  [
    'an operation that has the account made for another owner',
    ['operation-making'],
    () => isSigned(operation({ ...creation(thief), factory })),
  ],
  [
    'somebody pays for whom the owner names no sponsor',
    ['operation-payer'],
    () => {
      const { sponsor: _, ...none } = smart
      const { isFinal: __, ...payer } = payment
      return isSigned(operation({ ...payer, paymasterData: '0x' }), { smart: none })
    },
  ],
  [
    'a fee is changed after the approval',
    ['worker-payload'],
    async () => {
      const payload = await payloadHash({
        chain,
        method: operationMethod,
        params: [operation(), entryPoint],
      })
      return isSigned(operation({ maxFeePerGas: toHex(10n ** 12n) }), { payload })
    },
  ],
  [
    'a message of the contract account under the name of another',
    ['worker-account'],
    async () =>
      (await signs('personal_sign', ['Hello', handed.contract], { address: thief })) !== null,
  ],
  [
    'typed data for another chain',
    ['typed-chain'],
    async () => {
      const typed = { ...order, domain: { ...order.domain, chainId: 1 } }
      return (await signs('eth_signTypedData_v4', [handed.contract, typed])) !== null
    },
  ],
  [
    'typed data that gives the struct around it another meaning',
    ['typed-nested'],
    async () => {
      const types = {
        Order: [...order.types.Order, { name: 'more', type: 'TypedDataSign[]' }],
        TypedDataSign: [{ name: 'a', type: 'string' }],
      }
      const typed = { ...order, types, message: { ...order.message, more: [] } }
      return (await signs('eth_signTypedData_v4', [handed.contract, typed])) !== null
    },
  ],
]

/**
 * How many operations leave before recovery is set, where the visitor approves whatever may be
 * approved.
 */
async function leaving(
  asks: (contract: string) => readonly Params[],
  node: Readonly<Record<string, unknown>> = {},
) {
  const { sponsor: _, ...unpaid } = smart
  const frame = await signedUp({ project: { smart: { [chain]: unpaid } } })
  withNode(frame)
  const gas = { callGasLimit: '0x64', verificationGasLimit: '0x64', preVerificationGas: '0x64' }
  const answers = {
    eth_getCode: '0x',
    eth_call: `0x${'0'.repeat(64)}`,
    eth_estimateUserOperationGas: gas,
    eth_sendUserOperation: otherHash,
    ...node,
  }
  for (const [method, answer] of Object.entries(answers)) {
    frame.gateway.held.node.set(method, answer)
  }
  const [contract = ''] = (await ask(frame, 'eth_accounts', [])) as readonly string[]
  for (const params of asks(contract)) {
    await put(frame, 'wallet_sendCalls', params)
  }
  frame.stop()
  return frame.gateway.held.asked.filter(({ call }) => call === 'eth_sendUserOperation').length
}
/** More than half of what may leave on this chain. */
const most = toHex(6n * 10n ** 14n)

const before: readonly Attempt[] = [
  [
    'the second call of a batch moves more than may leave',
    ['limit-calls'],
    async () =>
      (await leaving((from) => [
        calls(from, [
          { to: friend, value: '0x1' },
          { to: friend, value: toHex(ether) },
        ]),
      ])) > 0,
  ],
  [
    'two operations, each below the limit, move more than may leave',
    ['limit-sum', 'limit-step'],
    async () =>
      (await leaving((from) => [1, 2].map(() => calls(from, [{ to: friend, value: most }])))) > 1,
  ],
  [
    'the fee takes more than may leave',
    ['limit-fee'],
    async () => {
      const gas = { ...limits, callGasLimit: '0x40000000' }
      const node = {
        eth_estimateUserOperationGas: gas,
        eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00' },
      }
      return (await leaving((from) => [calls(from, [{ to: friend, value: '0x1' }])], node)) > 0
    },
  ],
  [
    'a batch moves tokens',
    ['limit-kinds'],
    async () => {
      const data = `0xa9059cbb${'0'.repeat(127)}1`
      return (
        (await leaving((from) => [
          calls(from, [
            { to: friend, value: '0x1' },
            { to: friend, data },
          ]),
        ])) > 0
      )
    },
  ],
]

describe('what no page may have', () => {
  test.each(power)('behavior: %s', (_, names, attack) => proveGuards(names, undone(attack)))

  test('default: what its visitor approves is done, by either account', async () => {
    const payments = [run.contract, run.owner].map((from) => [{ from, to: friend, value: '0x5' }])
    for (const params of payments) {
      expect((await asked('eth_sendTransaction', params)).answer).toMatch(/^0x[\da-f]{64}$/)
    }
    expect(await balanceOf(friend)).toBe(10n)
  })
})

describe('bundler and sponsor', () => {
  test.each(lies)('behavior: %s', (_, names, attack) => proveGuards(names, undone(attack)))

  test('behavior: a bundler that changes a field has nothing that counts', async () => {
    const one = operation(creation(handed.owner))
    const { signature } = (await signs(operationMethod, [one, entryPoint])) as Signed
    await fund(handed.contract)
    const simulate = (sending: Fields) =>
      clientOf().simulateContract({
        address: entryPoint,
        abi: entryPoint07Abi,
        functionName: 'handleOps',
        account: bundlersAccount.address,
        args: [[toPackedUserOperation(asNumbers({ ...sending, signature }))], getAddress(thief)],
      })
    await expect(simulate(one)).resolves.toBeDefined()
    const callData = operation().callData?.replace(
      friend.slice(2).toLowerCase(),
      thief.slice(2).toLowerCase(),
    )
    for (const change of [
      { callData },
      { maxFeePerGas: toHex(10n ** 11n) },
      { callGasLimit: '0x80001' },
    ]) {
      await expect(
        simulate({ ...one, ...(change as Fields) }),
        JSON.stringify(change),
      ).rejects.toThrow(/AA24/)
    }
  })
})

describe('what a worker is handed', () => {
  test.each(worker)('behavior: %s', (_, names, attack) => proveGuards(names, undone(attack)))

  test('default: the account’s own operation, and the batch of its key', async () => {
    const { sponsor: _, ...none } = smart
    expect([await isSigned(operation()), (await parsed(leave()))?.type]).toEqual([true, 'eip7702'])
    expect(parse(await signedEnding({}))?.authorizationList?.[0]?.address).toBe(nobody)
    expect(await isSigned(operation(creation(handed.owner)), { smart: none })).toBe(true)
  })
})

describe('before recovery', () => {
  test.each(before)('behavior: %s', (_, names, attack) => proveGuards(names, attack))

  test('default: what stays below the limit leaves', async () => {
    expect(await leaving((from) => [calls(from, [{ to: friend, value: most }])])).toBe(1)
  })
})
