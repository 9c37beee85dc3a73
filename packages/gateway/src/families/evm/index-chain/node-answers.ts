import type { NodeAnswer, NodeCall } from '../../../ports/node-port.ts'
import { distrustAnswer } from './read-value.ts'

/** Creates a call to a node; the parameters are sent as JSON text. */
export function rpcCall(method: string, params: readonly unknown[]): NodeCall {
  return { method, params: JSON.stringify(params) }
}

/** Writes a number as Ethereum's JSON-RPC expects it: hex with 0x. */
export function toQuantity(number: number): string {
  return `0x${number.toString(16)}`
}

/**
 * Returns the result in a node's answer.
 * @throws when the call was refused or not answered
 */
export function requireResult(answer: NodeAnswer | undefined, method: string): unknown {
  if (!answer) distrustAnswer(`${method} was not answered`)
  if (answer.kind === 'error') distrustAnswer(`${method} is refused: ${hideSecrets(answer.text)}`)
  return answer.value === undefined ? JSON.parse(answer.text) : answer.value
}

/** Returns a node's error text without the parts that may be an address or a key. */
function hideSecrets(text: string): string {
  const { code, message } = JSON.parse(text) as { code?: unknown; message?: unknown }
  return `${Number(code)} ${String(message).replace(/\S*\d\S*/g, '…')}`.slice(0, 150)
}

/**
 * Whether an error means that the node does not have the called method. It is recognised by its
 * JSON-RPC code, or by the usual wordings of nodes that use another code.
 */
export function isUnknownMethod(answer: NodeAnswer | undefined): boolean {
  if (answer?.kind !== 'error') return false
  return (
    /-32601\b/.test(answer.text) ||
    /method .{0,80}(not|n't) .{0,20}(found|exist|support|available)/i.test(answer.text)
  )
}
