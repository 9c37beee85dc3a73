import type { ErrorCode } from './error-code.ts'

type ErrorCodeTable = Readonly<Record<number, ErrorCode>>

// Latchkey's error codes by the error numbers of JSON-RPC 2.0, EIP-1474, EIP-1193, EIP-3085/3326,
// CAIP-25 and EIP-5792.
const rpcCodes: ErrorCodeTable = {
  [-32700]: 'rpc-parse',
  [-32600]: 'rpc-invalid-request',
  [-32601]: 'rpc-method-not-found',
  [-32602]: 'rpc-invalid-params',
  [-32603]: 'rpc-internal',
  [-32000]: 'rpc-invalid-input',
  [-32001]: 'rpc-resource-not-found',
  [-32002]: 'rpc-resource-unavailable',
  [-32003]: 'rpc-transaction-rejected',
  [-32004]: 'rpc-method-not-supported',
  [-32005]: 'rpc-limit-exceeded',
  [-32006]: 'rpc-version-unsupported',
  4001: 'user-rejected',
  4100: 'wallet-unauthorized',
  4200: 'wallet-method-unsupported',
  4900: 'wallet-disconnected',
  4901: 'wallet-chain-disconnected',
  4902: 'chain-not-added',
  5000: 'user-rejected',
  5700: 'wallet-capability-unsupported',
  5710: 'wallet-chain-id-unsupported',
  5720: 'wallet-bundle-duplicate',
  5730: 'wallet-bundle-unknown',
  5740: 'wallet-bundle-too-large',
  5750: 'wallet-upgrade-rejected',
  5760: 'wallet-atomicity-unsupported',
  7000: 'session-settlement-failed',
}

// Error codes that only Latchkey has, with the standard error number that has the same meaning.
const relatedCodes: Readonly<Partial<Record<ErrorCode, number>>> = {
  'switch-rejected': 4001,
  'connection-rejected': 4001,
  'modal-closed': 4001,
  'connection-pending': -32002,
  'not-connected': 4100,
  'account-missing': 4100,
  'feature-unsupported': 4200,
  'request-unauthorized': 4200,
  'request-not-allowed': 4200,
  'wallet-locked': 4900,
  'read-unavailable': 4901,
  'chain-mismatch': 4901,
  'chain-unsupported': 4902,
}

// Latchkey's error codes by the error numbers of Bitcoin and Stacks wallets that differ from the
// standard ones.
const bitcoinWalletCodes: ErrorCodeTable = {
  [-31000]: 'wallet-unknown',
  [-31001]: 'wallet-canceled',
  [-32000]: 'user-rejected',
  [-32001]: 'account-missing',
  [-32002]: 'wallet-unauthorized',
}

/**
 * Returns the error code for an error number of JSON-RPC or EIP-1193; undefined when no standard
 * defines it.
 */
export function codeOfRpcError(number: unknown): ErrorCode | undefined {
  return findErrorCode(rpcCodes, number)
}

/** Returns the error code for an error number of a Bitcoin or Stacks wallet. */
export function codeOfBitcoinWalletError(number: unknown): ErrorCode | undefined {
  return findErrorCode(bitcoinWalletCodes, number) ?? findErrorCode(rpcCodes, number)
}

function findErrorCode(table: ErrorCodeTable, number: unknown): ErrorCode | undefined {
  return typeof number === 'number' ? table[number] : undefined
}

/**
 * Returns the number that EIP-1193 and the related standards give to an error code, for errors that
 * a provider throws to the page; -32603 (internal error) for a code that has no number in any
 * standard.
 */
export function rpcCodeOf(code: ErrorCode): number {
  const standard = Object.entries(rpcCodes).find(([, candidate]) => candidate === code)
  return standard ? Number(standard[0]) : (relatedCodes[code] ?? -32603)
}
