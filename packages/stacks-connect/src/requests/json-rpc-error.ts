import { hasCode } from '@latchkey/protocol'

/** Names of the JSON-RPC error numbers, as in `@stacks/connect`. */
export const JsonRpcErrorCode = {
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
  UserRejection: -32000,
  MethodAddressMismatch: -32001,
  MethodAccessDenied: -32002,
  UnknownError: -31000,
  UserCanceled: -31001,
} as const

/** The error of `request` and `connect`; `code` is a number. */
export class JsonRpcError extends Error {
  override readonly name: string = 'JsonRpcError'
  readonly code: number
  readonly data: unknown

  constructor(message: string, code: number, data?: unknown, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.data = data
  }
}

const numberByErrorCode: Readonly<Record<string, number>> = {
  'user-rejected': JsonRpcErrorCode.UserRejection,
  'connection-rejected': JsonRpcErrorCode.UserRejection,
  'wallet-canceled': JsonRpcErrorCode.UserCanceled,
  'modal-closed': JsonRpcErrorCode.UserCanceled,
  'account-missing': JsonRpcErrorCode.MethodAddressMismatch,
  'wallet-unauthorized': JsonRpcErrorCode.MethodAccessDenied,
  'rpc-invalid-params': JsonRpcErrorCode.InvalidParams,
  'config-invalid': JsonRpcErrorCode.InvalidParams,
  'rpc-method-not-found': JsonRpcErrorCode.MethodNotFound,
  'wallet-method-unsupported': JsonRpcErrorCode.MethodNotFound,
  'rpc-internal': JsonRpcErrorCode.InternalError,
}

/** Converts any error to a `JsonRpcError`; a `JsonRpcError` is returned unchanged. */
export function toJsonRpcError(error: unknown): JsonRpcError {
  if (error instanceof Error && error.name === 'JsonRpcError') return error as JsonRpcError
  if (!hasCode(error))
    return new JsonRpcError(messageOf(error), JsonRpcErrorCode.UnknownError, undefined, error)
  const code = Object.hasOwn(numberByErrorCode, error.code)
    ? numberByErrorCode[error.code]
    : undefined
  const { sourceCode, reason, fix } = error.context
  const sourceNumber = typeof sourceCode === 'number' ? sourceCode : undefined
  // A wallet's own number (negative, or 4001) is kept, as in `@stacks/connect`, because pages
  // compare it with 4001. Other numbers come from WalletConnect and have other meanings, so the
  // number that belongs to the Latchkey code replaces them, if there is one.
  const isWalletNumber = sourceNumber !== undefined && (sourceNumber < 0 || sourceNumber === 4001)
  const errorNumber = isWalletNumber
    ? sourceNumber
    : (code ?? sourceNumber ?? JsonRpcErrorCode.UnknownError)
  if (errorNumber === JsonRpcErrorCode.UserCanceled)
    return new JsonRpcError('User canceled the request', errorNumber, undefined, error)
  // For invalid options the message also says how to fix them, for the developer who wrote them.
  // Other messages are passed on unchanged.
  const fixText = error.code === 'config-invalid' && fix ? `: ${fix}` : ''
  return new JsonRpcError(
    `${reason ?? error.shortMessage}${fixText}`,
    errorNumber,
    undefined,
    error,
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 300) : 'Unknown error'
}
