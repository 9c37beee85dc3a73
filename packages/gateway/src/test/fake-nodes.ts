import type { NodeAnswer, NodeCall, NodePort } from '../ports/node-port.ts'

/** What a fake node answers: a value, or an error. */
type FakeAnswer =
  | { readonly value: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }

/**
 * Nodes that answer by a function of method and parsed parameters; `asked` lists the calls of each
 * round trip.
 */
export function fakeNodes(answer: (method: string, params: readonly unknown[]) => FakeAnswer): {
  readonly nodes: NodePort
  readonly asked: (readonly NodeCall[])[]
} {
  const asked: (readonly NodeCall[])[] = []
  const nodes: NodePort = {
    async ask(_chain, calls) {
      asked.push(calls)
      return calls.map(({ method, params }): NodeAnswer => {
        const told = answer(method, JSON.parse(params ?? '[]') as readonly unknown[])
        if ('error' in told)
          return { kind: 'error', text: JSON.stringify(told.error), value: told.error }
        const { value } = told
        // A node's text is told as it is; what stands in it as text is raw JSON.
        const text =
          typeof value === 'string' && /^[{[]/.test(value) ? value : JSON.stringify(value)
        return { kind: 'result', text, value: JSON.parse(text) }
      })
    },
  }
  return { nodes, asked }
}
