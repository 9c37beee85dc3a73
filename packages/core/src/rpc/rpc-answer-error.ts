/**
 * The error member of a node's answer, or its body with an error status; thrown raw for the adapter
 * to explain.
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
