/**
 * How the mock wallet handles a request. `approve` answers like a correct wallet · `reject` throws
 * 4001 · `hang` never answers · `pending` throws −32002 · `twice` approves through a thenable that
 * calls back twice, the second time with a foreign account · `die` throws 4900, emits `disconnect`
 * and then answers nothing · `late` approves after the given milliseconds · `lie` returns the given
 * value · `fail` throws the given error.
 */
export type Behavior =
  | 'approve'
  | 'reject'
  | 'hang'
  | 'pending'
  | 'twice'
  | 'die'
  | { readonly late: number }
  | { readonly lie: unknown }
  | { readonly fail: unknown }

/** An error in the shape of EIP-1193. */
export interface ProviderRpcError extends Error {
  readonly code: number
  readonly data?: unknown
}

/** Creates an error that a provider may throw. */
export function providerError(code: number, message: string, data?: unknown): ProviderRpcError {
  return Object.assign(new Error(message), data === undefined ? { code } : { code, data })
}

/** Values that no correct wallet answers. Code under test must survive each of them. */
export const lies: readonly unknown[] = [
  undefined,
  null,
  0,
  true,
  '',
  'x'.repeat(1_048_576),
  {},
  [],
  [null],
  [{}],
  ['not an address'],
  [`0x${'g'.repeat(40)}`],
  ['<img src=x onerror=alert(1)>'],
  Array.from({ length: 10_000 }, () => '0x0'),
]
