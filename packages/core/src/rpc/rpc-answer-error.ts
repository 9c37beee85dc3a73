/**
 * The error of a node: the `error` member of its JSON-RPC answer, or the body of an answer with an
 * error status. It is thrown unchanged, and the adapter maps it to an error code.
 */
export class RpcAnswerError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data: unknown) {
    super(message)
    this.name = 'RpcAnswerError'
    this.code = code
    this.data = data
  }
}
