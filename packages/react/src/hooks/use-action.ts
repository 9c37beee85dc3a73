import type { Kit } from '@latchkey/core'
import { hasCode, LatchkeyError } from '@latchkey/protocol'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useKit } from './use-kit.ts'

/** An action of core or of an adapter: a function `(kit, parameters) → promise`. */
export type Verb = (kit: Kit, parameters: never) => unknown

/** The state of the newest run of an action. */
export type ActionState<Result> =
  | { readonly status: 'idle' }
  | { readonly status: 'running' }
  | { readonly status: 'done'; readonly value: Result }
  | { readonly status: 'failed'; readonly error: LatchkeyError }

/**
 * The outcome of a run of an action; `superseded` when a newer run, `cancel` or `reset` came first.
 */
export type Outcome<Result> =
  | Extract<ActionState<Result>, { status: 'done' | 'failed' }>
  | { readonly status: 'superseded' }

export interface Action<V extends Verb> {
  readonly state: ActionState<Awaited<ReturnType<V>>>
  /** Starts a run with the parameters of the action. The promise never rejects. */
  readonly run: (
    ...parameters: ParametersAfterKit<Parameters<V>>
  ) => Promise<Outcome<Awaited<ReturnType<V>>>>
  /** Aborts the current run and ignores its result. */
  readonly cancel: () => void
  /** Ignores the result of the current run without aborting it. */
  readonly reset: () => void
}

type ParametersAfterKit<List extends readonly unknown[]> = List extends readonly [
  unknown,
  ...infer Rest,
]
  ? Rest
  : never

export interface ActionOptions {
  /**
   * Whether a newer run aborts the older one. Otherwise the older run continues, and its result is
   * ignored. Default true.
   */
  readonly abortsSuperseded?: boolean
  /**
   * Whether unmounting the component aborts the run. Default false, because a wallet that was asked
   * will answer, and core keeps its answer.
   */
  readonly abortsOnUnmount?: boolean
}

/**
 * Runs an action from a component. There is one state for all runs: that of the newest run; results
 * of older runs are dropped.
 * @param action an action `(kit, parameters)`; a `signal` is added to its parameters.
 */
export function useAction<V extends Verb>(action: V, options: ActionOptions = {}): Action<V> {
  type Result = Awaited<ReturnType<V>>
  const { abortsSuperseded = true, abortsOnUnmount = false } = options
  const kit = useKit()
  const [state, setState] = useState<ActionState<Result>>(idle)
  const newestController = useRef<AbortController | null>(null)

  useEffect(() => {
    if (!abortsOnUnmount) return
    return () => newestController.current?.abort()
  }, [abortsOnUnmount])

  const replaceController = useCallback((next: AbortController | null, aborts: boolean) => {
    if (aborts) newestController.current?.abort()
    newestController.current = next
    setState(next === null ? idle : running)
  }, [])

  const run = useCallback(
    async (...runParameters: ParametersAfterKit<Parameters<V>>): Promise<Outcome<Result>> => {
      const controller = new AbortController()
      replaceController(controller, abortsSuperseded)
      const settleOutcome = (outcome: Outcome<Result>): Outcome<Result> => {
        if (newestController.current !== controller) return { status: 'superseded' }
        if (outcome.status !== 'superseded') setState(outcome)
        return outcome
      }
      const firstParameter = (runParameters[0] ?? {}) as { readonly signal?: AbortSignal }
      const signal = firstParameter.signal
        ? AbortSignal.any([firstParameter.signal, controller.signal])
        : controller.signal
      try {
        return settleOutcome({
          status: 'done',
          value: (await action(kit, { ...firstParameter, signal } as never)) as Result,
        })
      } catch (error) {
        return settleOutcome({ status: 'failed', error: toLatchkeyError(error) })
      }
    },
    [kit, action, abortsSuperseded, replaceController],
  )

  const cancel = useCallback(() => replaceController(null, true), [replaceController])
  const reset = useCallback(() => replaceController(null, false), [replaceController])
  return useMemo(() => ({ state, run, cancel, reset }), [state, run, cancel, reset])
}

/**
 * Actions of Latchkey's packages throw only a `LatchkeyError`; an action of the page's own may
 * throw anything.
 */
function toLatchkeyError(error: unknown): LatchkeyError {
  return hasCode(error) ? error : new LatchkeyError('unknown', { cause: error })
}

const idle = { status: 'idle' } as const
const running = { status: 'running' } as const
