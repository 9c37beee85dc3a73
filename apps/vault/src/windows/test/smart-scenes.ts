import { entryPoint } from '@latchkey/protocol/vault'
import {
  encodeBatch,
  encodeCreateAccount,
  encodeExecute,
  type PlainCall,
} from '../../decode/evm/abi-calls.ts'
import {
  batchMethod,
  endingMethod,
  operationMethod,
  zeroAddress,
} from '../../decode/evm/smart-forms.ts'
import { smartSalt } from '../../keys/smart-address.ts'
import { account, approval, bob, gas, token, word } from './scenes.ts'

/** A contract account of the devnet's factory, and the key's own account. */
export const smart = {
  factory: '0x611660C950217CF604FfD7B9d5E8460A7cA95C1F',
  implementation: '0x2341f45d7b4d6d266E86C3baa0F3E2c91ca10f50',
  bundler: 'https://vault.example/bundler',
  sponsor: 'https://vault.example/sponsor',
  delegate: '0x130744f64ce1bb2f370C5975789EC642D54169d7',
}
export const contract = '0x3859caE9c3bF8765E4c9209278ab9872B6742a7f'
const limits = {
  callGasLimit: '0x186a0',
  verificationGasLimit: '0x30d40',
  preVerificationGas: '0xc350',
  maxFeePerGas: '0x77359400',
  maxPriorityFeePerGas: '0x1',
}
const payer = {
  paymaster: '0x4f84a207A80c39E9e8BaE717c1F25bA7AD1fB08F',
  paymasterData: '0x',
  paymasterVerificationGasLimit: '0xc350',
  paymasterPostOpGasLimit: '0x0',
}
const operation = (calls: readonly PlainCall[], more: object) =>
  approval(
    operationMethod,
    [
      { sender: contract, nonce: '0x0', callData: encodeExecute(calls), ...limits, ...more },
      entryPoint,
    ],
    { account: contract, owner: account },
  )
const making = {
  factory: smart.factory,
  factoryData: encodeCreateAccount(account, smartSalt(account)),
}
const batchCalls: readonly PlainCall[] = [
  { to: token, value: 0n, data: `0x095ea7b3${word(bob)}${word(250_000_000n)}` },
  { to: bob, value: 0n, data: '0x38ed1739deadbeef' },
]

export const smartBatch = operation(batchCalls, {})
export const sponsored = operation([{ to: bob, value: 1_500_000_000_000_000_000n, data: '0x' }], {
  ...making,
  ...payer,
})
export const foreignFactory = operation([{ to: bob, value: 1n, data: '0x' }], {
  ...making,
  factory: token,
})
export const ownDelegation = approval(
  batchMethod,
  [
    {
      from: account,
      to: account,
      value: '0x0',
      data: encodeBatch(batchCalls),
      ...gas,
      gas: '0x30d40',
      authorizationList: [{ address: smart.delegate, chainId: '0x7a69', nonce: '0x2' }],
    },
  ],
  { owner: account },
)

const codeless = {
  from: account,
  to: account,
  value: '0x0',
  data: '0x',
  ...gas,
  gas: '0x186a0',
  authorizationList: [{ address: zeroAddress, chainId: '0x7a69', nonce: '0x2' }],
}
export const ending = approval(endingMethod, [codeless], { owner: account })
