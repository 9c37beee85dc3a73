import { mainnet } from '@latchkey/catalog/networks'
import { connect, createKit, signMessage } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import type { ErrorCode } from '@latchkey/protocol'
import { stacks } from '@latchkey/stacks'
import { mockWbipWallet, wbipPersonas } from '@latchkey/testing'
import { onTestFinished } from 'vitest'
import { local } from '../../packages/stacks/test/fixture.ts'
import type { Thrower } from './thrower.ts'

/** Signs with an Ethereum wallet that throws this error. */
const onEthereum =
  (error: unknown): Thrower =>
  async () => {
    const answers: Readonly<Record<string, unknown>> = {
      eth_chainId: '0x1',
      eth_accounts: [`0x${'11'.repeat(20)}`],
      eth_requestAccounts: [`0x${'11'.repeat(20)}`],
    }
    const request = async ({ method }: { readonly method: string }): Promise<unknown> => {
      if (method === 'personal_sign') throw error
      return answers[method]
    }
    const page = new EventTarget()
    const info = {
      uuid: crypto.randomUUID(),
      name: 'Failing',
      rdns: 'test.failing',
      icon: 'data:image/png;base64,AA==',
    }
    const provider = { request, on: () => undefined, removeListener: () => undefined }
    page.addEventListener('eip6963:requestProvider', () =>
      page.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }),
      ),
    )
    const kit = createKit({ adapters: [evm({ chains: [mainnet], page })], storage: null })
    onTestFinished(kit.subscribe(() => undefined))
    await connect(kit, { connector: 'announced:test.failing' })
    return signMessage(kit, { message: 'hi' })
  }
const number = (code: number): Thrower => onEthereum({ code, message: 'as the wallet says it' })
const says = (message: string): Thrower => onEthereum({ code: -32_000, message })

/** Signs with a Stacks wallet that answers this error. */
const onStacks =
  (error: object): Thrower =>
  async () => {
    const page = {}
    const failing = (): never => {
      throw Object.assign(new Error(), error)
    }
    mockWbipWallet({ persona: wbipPersonas.rich, verbs: { stx_signMessage: failing } }).install(
      page,
    )
    const kit = createKit({ adapters: [stacks({ chains: [local], page })], storage: null })
    onTestFinished(kit.subscribe(() => undefined))
    await connect(kit, { connector: `stacks:${wbipPersonas.rich.path}` })
    return signMessage(kit, { message: 'hi' })
  }
const rejects = (reason: string): Thrower =>
  onStacks({ code: -32_603, message: 'transaction rejected', data: { reason } })

/**
 * Error numbers of JSON-RPC, EIP-1193, EIP-1474, EIP-5792 and CAIP-25, and those of Bitcoin and
 * Stacks wallets.
 */
export const byNumber = {
  'rpc-parse': number(-32_700),
  'rpc-invalid-request': number(-32_600),
  'rpc-method-not-found': number(-32_601),
  'rpc-invalid-params': number(-32_602),
  'rpc-internal': number(-32_603),
  'rpc-invalid-input': number(-32_000),
  'rpc-resource-not-found': number(-32_001),
  'rpc-resource-unavailable': number(-32_002),
  'rpc-transaction-rejected': number(-32_003),
  'rpc-method-not-supported': number(-32_004),
  'rpc-limit-exceeded': number(-32_005),
  'rpc-version-unsupported': number(-32_006),
  'user-rejected': number(4001),
  'wallet-unauthorized': number(4100),
  'wallet-method-unsupported': number(4200),
  'wallet-disconnected': number(4900),
  'wallet-chain-disconnected': number(4901),
  'chain-not-added': number(4902),
  'wallet-capability-unsupported': number(5700),
  'wallet-chain-id-unsupported': number(5710),
  'wallet-bundle-duplicate': number(5720),
  'wallet-bundle-unknown': number(5730),
  'wallet-bundle-too-large': number(5740),
  'wallet-upgrade-rejected': number(5750),
  'wallet-atomicity-unsupported': number(5760),
  'session-settlement-failed': number(7000),
  'wallet-unknown': onStacks({ code: -31_000, message: '' }),
  'wallet-canceled': onStacks({ code: -31_001, message: '' }),
  'signature-failed': onEthereum(new Error('no reason at all')),
} as const satisfies Partial<Record<ErrorCode, Thrower>>

/** Error texts of nodes, passed on by the wallet. */
export const byNode = {
  'execution-reverted': says('execution reverted: no'),
  'fee-cap-too-high': says('max fee per gas higher than 2^256-1'),
  'fee-cap-too-low': says('max fee per gas less than block base fee'),
  'nonce-too-high': says('nonce too high'),
  'nonce-too-low': says('nonce too low: next nonce 7'),
  'nonce-max': says('nonce has max value'),
  'gas-too-high': says('intrinsic gas too high'),
  'gas-too-low': says('intrinsic gas too low'),
  'transaction-type-unsupported': says('transaction type not valid'),
  'tip-above-fee-cap': says('max priority fee per gas higher than max fee per gas'),
  'insufficient-funds': says('insufficient funds for gas * price + value'),
  'stacks-serialization': rejects('Serialization'),
  'stacks-deserialization': rejects('Deserialization'),
  'stacks-signature-validation': rejects('SignatureValidation'),
  'stacks-fee-too-low': rejects('FeeTooLow'),
  'stacks-bad-nonce': rejects('BadNonce'),
  'stacks-not-enough-funds': rejects('NotEnoughFunds'),
  'stacks-no-such-contract': rejects('NoSuchContract'),
  'stacks-no-such-public-function': rejects('NoSuchPublicFunction'),
  'stacks-bad-function-argument': rejects('BadFunctionArgument'),
  'stacks-contract-already-exists': rejects('ContractAlreadyExists'),
  'stacks-poison-microblocks-do-not-conflict': rejects('PoisonMicroblocksDoNotConflict'),
  'stacks-poison-microblock-has-unknown-pub-key-hash': rejects(
    'PoisonMicroblockHasUnknownPubKeyHash',
  ),
  'stacks-poison-microblock-is-invalid': rejects('PoisonMicroblockIsInvalid'),
  'stacks-bad-address-version-byte': rejects('BadAddressVersionByte'),
  'stacks-no-coinbase-via-mempool': rejects('NoCoinbaseViaMempool'),
  'stacks-server-failure-no-such-chain-tip': rejects('ServerFailureNoSuchChainTip'),
  'stacks-server-failure-database': rejects('ServerFailureDatabase'),
  'stacks-server-failure-other': rejects('ServerFailureOther'),
} as const satisfies Partial<Record<ErrorCode, Thrower>>
