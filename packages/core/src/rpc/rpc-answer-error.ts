/**
 * What a node says in the error member, or with a status that is no success; thrown raw for the
 * adapter to explain.
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
