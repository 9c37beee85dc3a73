/**
 * How the mock wallet meets a request. `approve` answers as a good wallet does · `reject` throws
 * 4001 · `hang` never answers · `pending` throws −32002 · `twice` approves through a thenable that
 * calls back two times, the second time with an account of somebody else · `die` throws 4900, emits
 * `disconnect` and answers nothing any more · `late` approves after so many milliseconds · `lie`
 * answers what it is told to, whatever it is · `fail` throws that.
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

/** An error as EIP-1193 shapes it. */
export interface ProviderRpcError extends Error {
  readonly code: number
  readonly data?: unknown
}

/** Makes an error that a provider may throw. */
export function providerError(code: number, message: string, data?: unknown): ProviderRpcError {
  return Object.assign(new Error(message), data === undefined ? { code } : { code, data })
}

/** Answers that no wallet should give; each must be survived. */
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
